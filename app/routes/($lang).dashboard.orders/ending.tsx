import { DeskForm } from '~/components/forms/desk-form'
import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { useTranslation } from '~/i18n/translation'
import type { OrdersPage } from './loader.server'
import { useOrderAddress } from './next-step'
import type { ShownOrder } from './order.server'

interface Props {
  page: OrdersPage
  order: ShownOrder
}

export function Refund({ page, order }: Props) {
  const { t } = useTranslation()
  const action = useOrderAddress({ page, order })
  const answer = useForm('refund', 'refund-all')
  const { lines, shipping, all } = order.refund
  return (
    <details open={answer ? true : undefined}>
      <summary>{t('orders:refund')}</summary>
      {/* The fields are new once something was refunded. */}
      <DeskForm action={action} className="stack" key={order.refunds.length}>
        <input type="hidden" name="key" value={order.key} />
        <p className="quiet">{t(`orders:refundHow.${order.payment}`)}</p>
        <fieldset className="pieces">
          <legend>{t('orders:refundWhat')}</legend>
          {lines.map(({ title, left }, index) =>
            left > 0 ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line of an order has no identity but its place, and never moves
              <label key={index}>
                <input
                  type="number"
                  name={`pieces-${index}`}
                  min={0}
                  max={left}
                  defaultValue={answer?.typed[`pieces-${index}`] ?? 0}
                  inputMode="numeric"
                />{' '}
                <span>{t('orders:ofPieces', { left, title })}</span>
              </label>
            ) : null,
          )}
          {shipping && (
            <label className="tick">
              <input
                type="checkbox"
                name="shipping"
                defaultChecked={answer?.typed.shipping === 'on'}
              />{' '}
              <span>{t('orders:refundShipping', { amount: shipping })}</span>
            </label>
          )}
        </fieldset>
        <div className="deeds">
          <Submit intent="refund" look="second" label={t('orders:refundChosen')} />{' '}
          <Submit
            intent="refund-all"
            look="danger"
            label={t('orders:refundAll', { amount: all })}
          />
        </div>
      </DeskForm>
    </details>
  )
}

export function Cancel({ page, order }: Props) {
  const { t } = useTranslation()
  const action = useOrderAddress({ page, order })
  return (
    <details>
      <summary>{t('orders:cancel')}</summary>
      <DeskForm action={action} className="stack">
        <input type="hidden" name="key" value={order.key} />
        <p className="quiet">{t('orders:cancelTold')}</p>
        <Submit intent="cancel" look="danger" label={t('orders:cancelNow')} />
      </DeskForm>
    </details>
  )
}
