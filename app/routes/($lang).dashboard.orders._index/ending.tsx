import { useEffect, useRef } from 'react'
import { DeskForm } from '~/components/forms/desk-form'
import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { OrderTable } from '~/components/shop/order-table'
import { AddressText } from '~/components/site/address-text'
import { ForeignWords } from '~/components/site/foreign-words'
import { useSendsNoLetters } from '~/components/site/session'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ordersAddress } from '../($lang).dashboard.orders/address'
import type { RefundAnswer, RefundReview } from '../($lang).dashboard.orders/refund.server'
import { type OrderProps as Props, useOrderAddress } from './order-address'

/** `isNext`: what is to be done next, and so open. */
export function Refund({ page, order, isNext }: Props & { isNext?: boolean }) {
  const { t } = useTranslation()
  const answer = useForm<RefundAnswer>('refund', 'refund-all', 'refund-now')
  return (
    <details open={answer || isNext ? true : undefined}>
      <summary>{t('orders:refund')}</summary>
      {answer?.review ? (
        <Review page={page} order={order} answer={answer} review={answer.review} />
      ) : (
        <Choice page={page} order={order} answer={answer} isNext={isNext} />
      )}
    </details>
  )
}

function Choice({
  page,
  order,
  answer,
  isNext,
}: Props & { answer?: RefundAnswer; isNext?: boolean }) {
  const { t } = useTranslation()
  const action = useOrderAddress({ page, order })
  const { lines, shipping, all } = order.refund
  return (
    <>
      <DeskForm place="next" action={action} className="stack">
        <input type="hidden" name="key" value={order.key} />
        <p>
          <Submit
            intent="refund-all"
            look={isNext ? 'main' : 'second'}
            label={t('orders:refundAll', { amount: all })}
          />
        </p>
      </DeskForm>
      {/* A refund resets the fields. */}
      <DeskForm place="next" action={action} className="stack part" key={order.refunds.length}>
        <input type="hidden" name="key" value={order.key} />
        <fieldset className="pieces">
          <legend>{t('orders:refundWhat')}</legend>
          {lines.map(({ title, lang, left }, index) =>
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
                <span>
                  <ForeignWords
                    sentence={t('orders:ofPieces', { left, title })}
                    words={title}
                    language={lang}
                  />
                </span>
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
        <p>
          <Submit intent="refund" look="second" label={t('orders:refundChosen')} />
        </p>
      </DeskForm>
    </>
  )
}

/** Takes focus: without scripts the page begins far above it. */
function Review({
  page,
  order,
  answer: { typed },
  review: { rows, amount, cents, ofPlan },
}: Props & { answer: RefundAnswer; review: RefundReview }) {
  const { t } = useTranslation()
  const action = useOrderAddress({ page, order })
  const sendsNoLetters = useSendsNoLetters()
  const place = useRef<HTMLFormElement>(null)
  useEffect(() => place.current?.focus(), [])
  const focused = { tabIndex: -1, autoFocus: true }
  const wish = Object.entries(typed).filter(([name]) => /^(all|shipping|pieces-\d+)$/.test(name))
  return (
    <DeskForm place="next" action={action} className="stack review" ref={place} {...focused}>
      <input type="hidden" name="key" value={order.key} />
      <input type="hidden" name="cents" value={cents} />
      {wish.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div>
        <h4>{t('orders:refundReview', { amount })}</h4>
        <OrderTable rows={rows} />
        <p>
          {t(`orders:refundHow.${order.payment}`)}{' '}
          {!sendsNoLetters && <AddressText text={t('orders:refundTold', { email: order.email })} />}
        </p>
        {ofPlan && <p>{t('orders:refundPlan')}</p>}
      </div>
      <p className="deeds">
        <Submit intent="refund-now" look="danger" label={t('orders:refundNow', { amount })} />{' '}
        <AppLink className="button second" to={ordersAddress(page.query, { order: order.number })}>
          {t('orders:refundBack')}
        </AppLink>
      </p>
    </DeskForm>
  )
}

export function Cancel(props: Props) {
  const { t } = useTranslation()
  return (
    <details>
      <summary>{t('orders:cancel')}</summary>
      <CancelForm {...props} />
    </details>
  )
}

export function CancelForm({ page, order }: Props) {
  const { t } = useTranslation()
  const action = useOrderAddress({ page, order })
  return (
    <DeskForm place="next" action={action} className="stack">
      <input type="hidden" name="key" value={order.key} />
      <p className="quiet">
        {t(useSendsNoLetters() ? 'orders:cancelUntold' : 'orders:cancelTold')}
      </p>
      <Submit intent="cancel" look="danger" label={t('orders:cancelNow')} />
    </DeskForm>
  )
}
