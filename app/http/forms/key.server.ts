import { createHash, randomBytes } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import type { Ticket } from '../../domain/tickets/tickets'
import { secretHash, ticketSecret } from '../links/ticket-link.server'

/**
 * Returns a key for a form, by which sending it twice counts once. Its 128 random bits are a secret:
 * who sends a conversation's first form again is led to the conversation. Short, since each
 * page with a form carries one: 25 digits and letters.
 */
export function newFormKey(): string {
  return BigInt(`0x${randomBytes(16).toString('hex')}`)
    .toString(36)
    .padStart(25, '0')
}

/** Returns what the store keeps of a form's key: its SHA-256, base64url, which no form can send. */
export function formKeyHash(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

/**
 * Returns the ticket that a form with this key began while the store still kept keys in the clear.
 * Such a key can be read in an old copy of the database, so it must not lead to the conversation.
 */
export async function findByClearKey(
  { config, services }: Pick<AppLoadContext, 'config' | 'services'>,
  deskId: string,
  key: string,
): Promise<Ticket | undefined> {
  for (const serverSecret of config.secrets) {
    const hash = secretHash(ticketSecret(serverSecret, deskId, key))
    const ticket = await services.tickets.find({ secretHash: hash })
    if (ticket) return ticket
  }
  return undefined
}
