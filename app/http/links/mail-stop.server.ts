import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { deriveKeys, newestKey } from '../cookies/secrets.server'

/** A ticket's visitor, by the hash of its secret, an owner, or somebody in copy. */
export type MailReader =
  | { kind: 'visitor'; secretHash: string }
  | { kind: 'owner'; uid: string }
  | { kind: 'copy'; ticketId: string; address: string }

const purpose = 'stop mails'

/** The token of an unsubscribe link, for this reader alone. */
export function stopToken(secrets: readonly string[], reader: MailReader): string {
  const name = nameOf(reader)
  return `${name}.${sign(newestKey(secrets, purpose), name).toString('base64url')}`
}

/** Whose token it is; undefined if none of the secrets made it. */
export function readStopToken(secrets: readonly string[], token: string): MailReader | undefined {
  const [name = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const ours = deriveKeys(secrets, purpose).some((key) => {
    const expected = sign(key, name)
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  if (!ours) return undefined
  const id = Buffer.from(name.slice(1), 'base64url').toString()
  if (name.startsWith('v')) return { kind: 'visitor', secretHash: id }
  if (name.startsWith('o')) return { kind: 'owner', uid: id }
  const [ticketId = '', address = ''] = id.split(' ')
  return { kind: 'copy', ticketId, address }
}

/** Without a dot, which separates the signature. */
function nameOf(reader: MailReader): string {
  return reader.kind[0] + Buffer.from(idOf(reader)).toString('base64url')
}

function idOf(reader: MailReader): string {
  if (reader.kind === 'visitor') return reader.secretHash
  return reader.kind === 'owner' ? reader.uid : `${reader.ticketId} ${reader.address}`
}

function sign(key: KeyObject, name: string): Buffer {
  return createHmac('sha256', key).update(name).digest()
}
