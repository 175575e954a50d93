import type { HeldAttachment } from '~/domain/files/attachments'
import { bytesOf } from '~/domain/files/files'
import { replyAsOwner } from '~/domain/tickets/conversations'
import type { OwnerScope } from '~/domain/tickets/scopes'
import { exampleAttachment } from '../contracts/examples'
import { mailDesk, minute, server } from './mail-desk'

let keys = 0
/** A file that its member has uploaded for an answer of `mailDesk`. */
export async function hold(name: string, bytes: Uint8Array): Promise<HeldAttachment> {
  const stored = await mailDesk.files.put(bytesOf(bytes), bytes.length)
  if (!stored) throw new Error('The file is too large')
  const { deskId } = exampleAttachment(mailDesk.desk.id, `${++keys}`)
  const held = {
    ...exampleAttachment(deskId, `${keys}`),
    name,
    type: 'application/pdf' as const,
    size: bytes.length,
    file: stored.file,
  }
  const room = { desk: 1e9, ticket: 1e9, unanswered: 1e9, source: 1e9, network: 1e9 }
  const kept = await mailDesk.attachments.hold(held, { deskId }, room)
  if (kept !== 'held') throw new Error(`The file is ${kept}`)
  return held
}

/** A member's answer, a minute later. */
export async function reply(
  owner: OwnerScope,
  body: string,
  attachments: HeldAttachment[] = [],
  copies: string[] = [],
) {
  mailDesk.forward(minute)
  const writing = {
    clientKey: `reply ${++keys}`,
    body,
    attachments,
    copies,
    locale: 'en' as const,
  }
  return replyAsOwner(mailDesk, owner, writing, mailDesk.now)
}

/** What has left after two rounds, two minutes apart. */
export async function letters() {
  for (const wait of [2 * minute, 2 * minute]) {
    mailDesk.forward(wait)
    await mailDesk.round()
  }
  return server.received
}
