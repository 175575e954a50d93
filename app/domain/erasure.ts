import type { AccountStore } from './accounts'
import type { Language } from './languages'
import type { LiveBus } from './live'
import type { Mailer } from './mailer'

/** What somebody types to show that they mean it. */
export const erasureWords: Record<Language, string> = { en: 'delete', de: 'löschen' }

/** Whether one of the words was typed, in either language and however it is capitalised. */
export function isErasureWord(typed: string): boolean {
  return Object.values(erasureWords).includes(typed.trim().toLowerCase())
}

/** Erases an account with all that is its own, and ends every line that listens to any of it. */
export async function eraseAccount(
  { accounts, mailer, live }: { accounts: AccountStore; mailer: Mailer; live: LiveBus },
  uid: string,
): Promise<void> {
  const { sessionIds, tickets } = await accounts.erase(uid)
  for (const idHash of sessionIds) live.publish(`session:${idHash}`, { kind: 'session-ended' })
  for (const { id: ticketId, deskId, number } of tickets) {
    live.publish(`ticket:${ticketId}`, { kind: 'ticket', deskId, ticketId, number })
  }
  for (const deskId of new Set(tickets.map((ticket) => ticket.deskId))) await mailer.forget(deskId)
}
