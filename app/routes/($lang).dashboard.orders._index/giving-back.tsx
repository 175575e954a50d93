import { DeskForm } from '~/components/forms/desk-form'
import { Submit } from '~/components/forms/submit'
import { useTranslation } from '~/i18n/translation'
import type { ShownOrder } from './order.server'
import { type OrderProps as Props, stepForm, useOrderAddress } from './order-address'
import { TransferFacts } from './transfer-facts'

export function markGiven(payment: ShownOrder['payment']) {
  return payment === 'on-pickup' ? 'orders:markGivenBack' : 'orders:markTransferred'
}

/** The payment service has not confirmed the refund. */
export function BegunRefund({
  page,
  order,
  refund: { key, amount },
}: Props & { refund: ShownOrder['refund']['begun'][number] }) {
  const { t } = useTranslation()
  const action = useOrderAddress({ page, order })
  return (
    <DeskForm place="next" action={action} className="banner bad">
      <input type="hidden" name="key" value={key} />
      <p>{t('orders:refundBegun', { amount })}</p>
      <Submit intent="refund-again" look="second" label={t('orders:refundAgain')} />
    </DeskForm>
  )
}

/** At the counter, or by the owner's own bank. */
export function GiveBack({
  page,
  order,
  refund: { key, amount },
  isNext,
}: Props & { refund: ShownOrder['refund']['byHand'][number]; isNext: boolean }) {
  const { t } = useTranslation()
  const action = useOrderAddress({ page, order })
  const { payment, reference, number } = order
  return (
    <DeskForm place="next" action={action} className="banner" id={isNext ? stepForm : undefined}>
      <input type="hidden" name="key" value={order.key} />
      <input type="hidden" name="refund" value={key} />
      <h3>{t('orders:refundDue')}</h3>
      {payment === 'on-pickup' ? (
        <p>{t('orders:giveBack', { amount })}</p>
      ) : (
        <>
          <p>{t('orders:transferBack', { amount })}</p>
          <TransferFacts amount={amount} reference={reference ?? String(number)} />
        </>
      )}
      <Submit intent="given-back" look={isNext ? 'main' : 'second'} label={t(markGiven(payment))} />
    </DeskForm>
  )
}
