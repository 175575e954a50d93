import { hash } from 'node:crypto'
import type { MailTokens } from '~/domain/mail-in/ports'
import { readNoticeAddress, readReplyAddress, readReturnAddress } from './mail-addresses.server'
import { readTicketMessageId } from './message-id.server'
import { secretHash, ticketSecret } from './ticket-link.server'

export function createMailTokens(secrets: readonly string[]): MailTokens {
  return {
    readMessageId: (id) => readTicketMessageId(secrets, id),
    readReply: (local) => readReplyAddress(secrets, local),
    readNotice: (local) => readNoticeAddress(secrets, local),
    readReturn: (local) => readReturnAddress(secrets, local),
    mailKey,
    secretHash: (deskId, startKey) => secretHash(ticketSecret(secrets[0] ?? '', deskId, startKey)),
  }
}

/** As `MailTokens` has it. */
export function mailKey(deskId: string, id: string): string {
  return hash('sha256', `${deskId}\n${id}`, 'base64url')
}
