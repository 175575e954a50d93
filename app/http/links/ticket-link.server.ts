import { createHmac, hash } from 'node:crypto'

/** 256 bits, base64url, from the first key's hash: resending leads to the same place. */
export function ticketSecret(serverSecret: string, deskId: string, startKey: string): string {
  return createHmac('sha256', serverSecret)
    .update(`ticket link\n${deskId}\n${startKey}`)
    .digest('base64url')
}

export function secretHash(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** Undefined if none of the server's secrets made it. */
export function recoverSecret(
  serverSecrets: string[],
  ticket: { deskId: string; startKey: string; secretHash: string },
): string | undefined {
  return serverSecrets
    .map((serverSecret) => ticketSecret(serverSecret, ticket.deskId, ticket.startKey))
    .find((secret) => secretHash(secret) === ticket.secretHash)
}
