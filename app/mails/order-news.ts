import { billRows } from '~/components/shop/bill'
import type { MailContent } from '~/domain/letters/mail-content'
import { isUnpaid } from '~/domain/shop/order-payment'
import { customerName, type Order } from '~/domain/shop/orders'
import { formatMoney } from '~/i18n/money'
import { translations } from '~/i18n/translation.server'
import { formatDateTime } from './dates'
import type { Desktop, Draft } from './draft'
import type { Part } from './parts'
import { replyHint, replyTo } from './replies'

const mostListed = 20

export function orderNews(
  { account, desk, orders }: Extract<MailContent, { kind: 'order-news' }>,
  desktop: Desktop,
): Draft {
  const language = account.locale
  const { t } = translations(language)
  const listed = orders.slice(0, mostListed)
  const [first] = listed
  const one = orders.length === 1 && first ? first : undefined
  const isCancelled = one?.state === 'cancelled'
  const count = orders.length
  const several = orders.some(({ state }) => state === 'cancelled')
    ? t('mails:orderNews.mixed', { number: count })
    : t('mails:orderNews.subject', { count })
  const orderIn = one ? `?order=${one.number}` : ''
  const namesOf = (order: Order) => ({
    number: order.number,
    name: customerName(order),
    amount: formatMoney(order.gross, language),
    state: t(`mails:orderNews.${stateOf(order)}`),
  })
  const rows = listed.map((order) => {
    const { number, name, amount, state } = namesOf(order)
    return { label: `${number} · ${name}`, value: `${amount}, ${state}` }
  })
  const parts: Part[] = one
    ? [
        {
          kind: 'paragraph',
          text: t(isCancelled ? 'mails:orderNews.cancelledFrom' : 'mails:orderNews.from', {
            ...namesOf(one),
            time: formatDateTime(
              (isCancelled && one.closedAt) || one.createdAt,
              language,
              desk.timeZone,
            ),
          }),
        },
        ...(stateOf(one) === 'unconfirmed'
          ? [{ kind: 'paragraph' as const, text: t('mails:orderNews.toConfirm') }]
          : []),
        ...(one.note ? [{ kind: 'words' as const, by: namesOf(one).name, text: one.note }] : []),
        { kind: 'bill', rows: billRows(one, t, language) },
      ]
    : [{ kind: 'facts', rows }]
  return {
    to: { name: '', address: account.email },
    from: '',
    language,
    subject: one ? t('mails:orderNews.subjectOne', namesOf(one)) : several,
    parts: [
      {
        kind: 'heading',
        text: one
          ? t(
              isCancelled ? 'mails:orderNews.cancelledHeading' : 'mails:orderNews.headingOne',
              namesOf(one),
            )
          : several,
      },
      ...parts,
      {
        kind: 'button',
        text: one ? t('mails:orderNews.open') : t('mails:orderNews.openAll'),
        link: desktop.address(`/dashboard/orders${orderIn}`, language),
      },
      replyHint(one?.email, t),
      {
        kind: 'aside',
        text: t('mails:orderNews.why'),
        link: {
          text: t('mails:newsSettings'),
          to: desktop.address('/dashboard/settings/notifications', language),
        },
      },
    ],
    automatic: 'generated',
    deskId: desk.id,
    replies: replyTo(one?.email),
    recordIds: listed.map(({ id }) => id),
  }
}

function stateOf(order: Order): 'cancelled' | 'paid' | 'unpaid' | 'unconfirmed' {
  const { state, paidAt, reservedUntil } = order
  if (state === 'cancelled') return state
  if (paidAt) return 'paid'
  return isUnpaid(order) && reservedUntil ? 'unconfirmed' : 'unpaid'
}
