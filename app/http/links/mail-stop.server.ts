import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { deriveKeys, newestKey } from '../cookies/secrets.server'

/** A ticket's visitor, by the hash of its secret, or an owner. */
export type MailReader = { kind: 'visitor'; secretHash: string } | { kind: 'owner'; uid: string }

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
  return name.startsWith('v') ? { kind: 'visitor', secretHash: id } : { kind: 'owner', uid: id }
}

/** Without a dot, which separates the signature. */
function nameOf(reader: MailReader): string {
  const [letter, id] =
    reader.kind === 'visitor' ? (['v', reader.secretHash] as const) : (['o', reader.uid] as const)
  return letter + Buffer.from(id).toString('base64url')
}

function sign(key: KeyObject, name: string): Buffer {
  return createHmac('sha256', key).update(name).digest()
}
