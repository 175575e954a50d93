import { DeskForm } from '~/components/forms/desk-form'
import { UndoButton } from '~/components/site/notice'
import type { Resources } from '~/i18n/resources'
import { useTranslation } from '~/i18n/translation'
import type { OrdersPage } from './loader.server'
import type { Happened, ShownOrder } from './order.server'
import { useOrderAddress } from './order-address'

export function History({ page, order }: { page: OrdersPage; order: ShownOrder }) {
  const { t } = useTranslation()
  const action = useOrderAddress({ page, order })
  return (
    <section aria-labelledby="history">
      <h3 id="history">{t('orders:history')}</h3>
      <ol className="happened">
        {order.history.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an event has no identity but its place, and never moves
          <li key={index}>
            <Entry entry={entry} payment={order.payment} />{' '}
            <span className="quiet">{entry.at}</span>
            {order.undo && index === order.history.length - 1 && (
              <DeskForm place="next" action={action}>
                <UndoButton value={order.undo} />
              </DeskForm>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Texts by event and actor or way of payment, where that matters. */
const authored: Partial<Record<string, keyof Resources['orders']['events']>> = {
  'confirm customer': 'confirmedByCustomer',
  'confirm shop': 'acceptedByShop',
  'payment-arrives shop': 'markedPaid',
  'payment-arrives payment-service': 'paidAtService',
  'cancel customer': 'cancelledByCustomer',
  'cancel shop': 'cancelledByShop',
  'expire on-pickup': 'uncollected',
}

function Entry({ entry, payment }: { entry: Happened; payment: ShownOrder['payment'] }) {
  const { t } = useTranslation()
  const { event, by, done, carrier, trackingUrl, amount } = entry
  return (
    <span>
      {event === 'fulfil' || event === 'picked-up'
        ? done &&
          t(`orders:fulfilled.${done === 'shipping' && carrier ? 'with' : done}`, { carrier })
        : t(
            `orders:events.${authored[`${event} ${by}`] ?? authored[`${event} ${payment}`] ?? event}`,
          )}
      {amount && ` ${amount}`}
      {trackingUrl && (
        <>
          {' · '}
          <a href={trackingUrl} rel="noreferrer">
            {t('orders:track')}
          </a>
        </>
      )}
    </span>
  )
}

export function Mails({ order: { mails, handover } }: { order: ShownOrder }) {
  const { t } = useTranslation()
  if (mails.length === 0) return null
  return (
    <section aria-labelledby="mails">
      <h3 id="mails">{t('orders:mails')}</h3>
      <ol className="happened">
        {mails.map(({ kind, state, at }, index) => {
          const isReady = kind === 'order-sent' && handover === 'pickup'
          const sentKind = `orders:mailKinds.${kind as 'order-received'}` as const
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two e-mails of a minute look the same
            <li key={index}>
              <span>
                {t(isReady ? 'orders:ready' : sentKind)}: {t(`orders:mailStates.${state}`)}
              </span>{' '}
              <span className="quiet">{at}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
