import type { AppLoadContext } from '@remix-run/node'
import { declarationRows } from '~/components/legal/declaration-rows'
import type { Desk } from '~/domain/desks/desks'
import { findSiteDesk } from '~/domain/desks/site-desk'
import { soundText } from '~/domain/files/plain-text'
import { type Declared, type Taken, takeDeclaration } from '~/domain/legal/declarations'
import { takeTextRoom } from '~/domain/limits/text-room'
import { findNamedOrders, noteWithdrawal } from '~/domain/shop/order-withdrawal'
import { emailKey } from '~/domain/text/email'
import { cutTo } from '~/domain/text/ends'
import type { Language } from '~/domain/text/languages'
import { receiveTicket } from '~/domain/tickets/round-robin'
import { findByClearKey, formKeyHash } from '~/http/forms/key.server'
import { oneAtATime } from '~/http/forms/one-at-a-time.server'
import { consume, giveBack } from '~/http/limits/rate-limits.server'
import { secretHash, ticketSecret } from '~/http/links/ticket-link.server'
import { translations } from '~/i18n/translation.server'

/**
 * Stores a declaration and opens a ticket at the site's desk, once per key. Beyond the rate limit it
 * is held and its receipt is shown on the page alone, so that nobody can flood a stranger's mailbox.
 * Refused only where there is no room for its text, unless it is stored already; `seconds` is how long.
 */
export function declare(
  declared: Declared & { key: string },
  language: Language,
  context: AppLoadContext,
): Promise<Taken | { kind: 'full'; seconds: number }> {
  return oneAtATime(`declare ${declared.key}`, () => declareOnce(declared, language, context))
}

async function declareOnce(
  { key, ...declared }: Declared & { key: string },
  language: Language,
  context: AppLoadContext,
): Promise<Taken | { kind: 'full'; seconds: number }> {
  const { services, now, clientAddress } = context
  const desk = await findSiteDesk(services)
  const text = JSON.stringify(declared)
  const from = { deskId: desk?.id ?? '', writer: 'declaration', clientAddress } as const
  const room = await takeTextRoom(services, from, text, now())
  if (room.seconds > 0 && !(await services.declarations.has(formKeyHash(key))))
    return { kind: 'full', seconds: room.seconds }
  const limit = ['order', emailKey(declared.email), 'declare'] as const
  const often = (await consume(context, ...limit)) > 0
  // The ticket first: if this is interrupted, the resent form finds it.
  const ticket = desk && (await openTicket(desk, declared, key, language, often, context))
  const declaration = { ...declared, key: formKeyHash(key), language, ticket, mailed: !often }
  const taken = await takeDeclaration(services, declaration, !desk, now())
  if (taken.kind !== 'conflict') await noteWithdrawal(services.orders, taken.declaration)
  if (taken.kind === 'again') await room.giveBack(now())
  if (taken.kind === 'again' && !often) await giveBack(context, ...limit)
  return taken
}

async function openTicket(
  desk: Desk,
  declared: Declared,
  key: string,
  locale: Language,
  held: boolean,
  context: AppLoadContext,
) {
  const { services, config, now } = context
  const there = await findByClearKey(context, desk.id, key)
  if (there) return { deskId: desk.id, number: there.number }
  const startKey = formKeyHash(key)
  const { t } = translations(locale)
  const lines = declarationRows(declared, t).map(({ label, value }) => `${label}: ${value}`)
  const named = (await findNamedOrders(services.orders, declared)).map(({ number }) => number)
  const contract =
    named.length > 0 ? t('withdrawal:order', { numbers: named.join(', ') }) : declared.contract
  const { ticket } = await receiveTicket(
    services,
    {
      deskId: desk.id,
      startKey,
      secretHash: secretHash(ticketSecret(config.secrets[0] ?? '', desk.id, startKey)),
      title: t(`withdrawal:subject.${declared.matter.kind}`, { contract }),
      priority: 'high',
      body: lines.join('\n'),
      locale,
      name: cutTo(soundText(declared.name), 80),
      email: declared.email,
      heldFor: held ? 'crowd' : undefined,
    },
    now(),
  )
  return { deskId: desk.id, number: ticket.number }
}
