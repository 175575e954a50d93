import { createHash, createHmac } from 'node:crypto'

/**
 * The secret in a visitor's link: 256 bits, base64url. It is made from the key of the form that
 * began the ticket, so that sending that form again leads to the same place, while the store holds
 * nothing but a hash. Who knows the form's key but not the server's secret can make nothing of it.
 */
export function ticketSecret(serverSecret: string, deskId: string, startKey: string): string {
  return createHmac('sha256', serverSecret)
    .update(`ticket link\n${deskId}\n${startKey}`)
    .digest('base64url')
}

/** What the store knows a ticket by. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/**
 * The secret of a ticket that was begun with this key, under whichever of the server's secrets it
 * was; undefined when none of them made it.
 */
export function recoverSecret(
  serverSecrets: string[],
  ticket: { deskId: string; startKey: string; secretHash: string },
): string | undefined {
  return serverSecrets
    .map((serverSecret) => ticketSecret(serverSecret, ticket.deskId, ticket.startKey))
    .find((secret) => secretHash(secret) === ticket.secretHash)
}
