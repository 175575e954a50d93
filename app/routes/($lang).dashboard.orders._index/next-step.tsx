import { DeskForm } from '~/components/forms/desk-form'
import { Submit } from '~/components/forms/submit'
import { AddressText } from '~/components/site/address-text'
import { useSendsNoLetters } from '~/components/site/session'
import { useTranslation } from '~/i18n/translation'
import { BegunRefund, GiveBack, markGiven } from './giving-back'
import { NextOrder } from './next-order'
import type { ShownOrder } from './order.server'
import { type OrderProps as Props, stepForm, useOrderAddress } from './order-address'
import { Tracking } from './tracking'
import { TransferFacts } from './transfer-facts'
import { Withdrawn } from './withdrawn'

const handovers = {
  shipping: { ready: 'orders:toSend', mark: 'orders:markSent', notice: 'orders:sentTold' },
  pickup: { ready: 'orders:toPickup', mark: 'orders:markReady', notice: 'orders:readyTold' },
  none: { ready: 'orders:toDo', mark: 'orders:markDone', notice: undefined },
} as const

/** Repeats the next step's button where the step may be out of sight. */
export function StepBar({ order }: { order: ShownOrder }) {
  const { t } = useTranslation()
  const { can, handover, payment, refund } = order
  const pays = can.pay && !isOver(order)
  const sends = can.send && !order.withdrawn
  const [intent, label] = can.accept
    ? (['accept', 'orders:accept'] as const)
    : sends
      ? (['sent', handovers[handover].mark] as const)
      : pays
        ? (['paid', markPaid(payment)] as const)
        : can.pickUp
          ? (['picked-up', 'orders:markTaken'] as const)
          : refund.byHand.length > 0
            ? (['given-back', markGiven(payment)] as const)
            : []
  if (!label) return null
  return (
    <p className="step-bar">
      <Submit intent={intent} form={stepForm} label={t(label)} />
    </p>
  )
}

/** What was to come is not expected any more. */
function isOver({ state, withdrawn }: ShownOrder): boolean {
  return state === 'cancelled' || state === 'expired' || withdrawn !== undefined
}

function markPaid(payment: ShownOrder['payment']) {
  return payment === 'on-pickup' ? 'orders:markPickedUp' : 'orders:markPaid'
}

export function NextStep({ page, order }: Props) {
  const { t } = useTranslation()
  const { can, refund, state, standings } = order
  return (
    <section className="step" id="next" aria-label={t('orders:step')}>
      <Withdrawn page={page} order={order} />
      {refund.begun.map((each) => (
        <BegunRefund key={each.key} page={page} order={order} refund={each} />
      ))}
      {refund.byHand.map((each, index) => (
        <GiveBack
          key={each.key}
          page={page}
          order={order}
          refund={each}
          // Only one form of a page is the next step's.
          isNext={index === 0 && !can.send && !can.pay && !can.pickUp}
        />
      ))}
      {can.accept && <Accept page={page} order={order} />}
      {can.send ? (
        <>
          <Send page={page} order={order} />
          {can.pay && <PaidOnPickup page={page} order={order} />}
        </>
      ) : can.pay ? (
        order.payment === 'on-pickup' ? (
          <PaidOnPickup page={page} order={order} />
        ) : (
          <Pay page={page} order={order} />
        )
      ) : can.pickUp ? (
        <PickUp page={page} order={order} />
      ) : (
        refund.begun.length === 0 &&
        refund.byHand.length === 0 &&
        !standings.includes('withdrawn') && (
          <p>
            {t(`orders:nothing.${state}`)} <NextOrder page={page} order={order} />
          </p>
        )
      )}
    </section>
  )
}

/** For its customer, to whom no e-mail comes. */
function Accept({ page, order }: Props) {
  const { t } = useTranslation()
  const action = useOrderAddress({ page, order })
  return (
    <DeskForm place="next" action={action} id={stepForm}>
      <input type="hidden" name="key" value={order.key} />
      <h3>{t('orders:toConfirm')}</h3>
      <p>{t(`orders:unmailed.${order.unproven ?? 'free'}`, { until: order.reservedUntil })}</p>
      <Submit intent="accept" label={t('orders:accept')} />
    </DeskForm>
  )
}

/** The reference and amount by which the owner finds the transfer on the bank account. */
function Pay({ page, order }: Props) {
  const { t } = useTranslation()
  const action = useOrderAddress({ page, order })
  const { reference = '', total, unproven, can } = order
  const late = isOver(order)
  return (
    <DeskForm place="next" action={action} id={can.accept ? undefined : stepForm}>
      <input type="hidden" name="key" value={order.key} />
      <h3>{t(late ? 'orders:late' : 'orders:awaited')}</h3>
      <TransferFacts reference={reference} amount={total} />
      {unproven && !can.accept && (
        <p className="quiet">{t(`orders:unproven.${unproven}`, { until: order.reservedUntil })}</p>
      )}
      <Submit
        intent="paid"
        look={late || can.accept ? 'second' : 'main'}
        label={t('orders:markPaid')}
      />
    </DeskForm>
  )
}

/** Records hand-over and payment in one step. */
function PaidOnPickup({ page, order }: Props) {
  const { t } = useTranslation()
  const action = useOrderAddress({ page, order })
  const { can, total, unproven } = order
  const late = isOver(order)
  const second = can.send || unproven !== undefined || late
  return (
    <DeskForm place="next" action={action} id={can.send || can.accept ? undefined : stepForm}>
      <input type="hidden" name="key" value={order.key} />
      {!can.send && !can.accept && (
        <h3>{t(late ? 'orders:lateForPickup' : unproven ? 'orders:toConfirm' : 'orders:ready')}</h3>
      )}
      {unproven && !can.accept && <p className="quiet">{t('orders:toConfirmText')}</p>}
      {!late && <p>{t('orders:payOnPickup', { total })}</p>}
      <Submit intent="paid" look={second ? 'second' : 'main'} label={t('orders:markPickedUp')} />
    </DeskForm>
  )
}

/** Of what is paid. */
function PickUp({ page, order }: Props) {
  const { t } = useTranslation()
  const action = useOrderAddress({ page, order })
  return (
    <DeskForm place="next" action={action} id={stepForm}>
      <input type="hidden" name="key" value={order.key} />
      <h3>{t('orders:ready')}</h3>
      <Submit
        intent="picked-up"
        look={order.withdrawn ? 'second' : 'main'}
        label={t('orders:markTaken')}
      />
    </DeskForm>
  )
}

function Send({ page, order }: Props) {
  const { t } = useTranslation()
  const action = useOrderAddress({ page, order })
  const { handover, state, withdrawn } = order
  const sendsNoLetters = useSendsNoLetters()
  const { ready, mark, notice } = handovers[handover]
  return (
    <DeskForm place="next" action={action} id={stepForm}>
      <input type="hidden" name="key" value={order.key} />
      <h3>{t(state === 'to-prepare' ? 'orders:toPrepare' : ready)}</h3>
      {handover === 'shipping' && <Tracking />}
      <Submit intent="sent" look={withdrawn ? 'second' : 'main'} label={t(mark)} />
      {notice && (
        <p className="quiet">
          <AddressText
            text={t(sendsNoLetters ? 'orders:untold' : notice, { email: order.email })}
          />
        </p>
      )}
    </DeskForm>
  )
}
