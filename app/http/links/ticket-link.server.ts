import { createHash, createHmac } from 'node:crypto'

/**
 * The secret in a visitor's link: 256 bits, base64url. It is made from what the store keeps of the
 * key of the form that began the ticket, so that sending that form again leads to the same place and
 * mails can name it. Without the server's secret nothing in the store gives it away.
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
