import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKeys } from '../cookies/secrets.server'

/** Who wants no more mails: the visitor of a ticket, by the hash of its secret, or the owner with an account. */
export type MailReader = { kind: 'visitor'; secretHash: string } | { kind: 'owner'; uid: string }

const purpose = 'stop mails'

/** What a mail's link to stop such mails carries: good for this alone, and for this reader alone. */
export function stopToken(secrets: readonly string[], reader: MailReader): string {
  const [key = Buffer.alloc(0)] = deriveKeys(secrets, purpose)
  const name = nameOf(reader)
  return `${name}.${sign(key, name).toString('base64url')}`
}

/** Whose link it is, under whichever of the server's secrets it was made; undefined if none made it. */
export function readStopToken(secrets: readonly string[], token: string): MailReader | undefined {
  const [name = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const ours = deriveKeys(secrets, purpose).some((key) => {
    const expected = sign(key, name)
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  if (!ours) return undefined
  const id = Buffer.from(name.slice(1), 'base64url').toString()
  return name.startsWith('v') ? { kind: 'visitor', secretHash: id } : { kind: 'owner', uid: id }
}

/** No dot, so that it ends where the signature begins. */
function nameOf(reader: MailReader): string {
  const [letter, id] =
    reader.kind === 'visitor' ? (['v', reader.secretHash] as const) : (['o', reader.uid] as const)
  return letter + Buffer.from(id).toString('base64url')
}

function sign(key: Buffer, name: string): Buffer {
  return createHmac('sha256', key).update(name).digest()
}
