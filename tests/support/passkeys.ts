import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { cookieFrom, type Owner, type Reply, type TestServer } from './test-server'

const profile = '/dashboard/profile'

/** What its bearer, or a thief of its signals, changes. */
export interface Lies {
  origin?: string
  /** The relying party: the host that the key is for. */
  host?: string
  challenge?: string
  type?: string
  /** Nobody touched it. */
  absent?: boolean
  /** It did not make sure who touched it. */
  unverified?: boolean
  counter?: number
  /** Another account's. */
  userHandle?: string
  /** Signs with this key. */
  key?: KeyObject
  /** Vouches for the device that made it. */
  attestation?: Record<string, unknown>
}

export interface Device {
  id: string
  privateKey: KeyObject
  /** For an account, as `navigator.credentials.create` gives it to the page's script. */
  create(challenge: string, uid: string, lies?: Lies): Record<string, string>
  /** As `navigator.credentials.get` does. */
  get(challenge: string, lies?: Lies): Record<string, string>
}

/** A device with one ES256 key for a site (WebAuthn Level 3, §6). Without `counts` its counter stays 0. */
export function newDevice(origin: string, { counts = false } = {}): Device {
  const id = randomBytes(16)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  let owner = ''
  let counter = 0

  function clientData(type: string, challenge: string, lies: Lies) {
    const data = { type, challenge, origin, ...pick(lies, 'type', 'challenge', 'origin') }
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: false }))
  }

  /** §6.1: with the key where it is new. */
  function authenticatorData(lies: Lies, credential: Buffer = Buffer.alloc(0)) {
    if (counts) counter += 1
    const { host = new URL(origin).hostname } = lies
    const present = lies.absent ? 0 : 1
    const verified = lies.unverified ? 0 : 4
    const head = Buffer.alloc(5)
    head.writeUInt8(present | verified | (credential.length > 0 ? 64 : 0))
    head.writeUInt32BE(lies.counter ?? counter, 1)
    return Buffer.concat([sha256(host), head, credential])
  }

  return {
    id: id.toString('base64url'),
    privateKey,

    create(challenge, uid, lies = {}) {
      owner = uid
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, cose])
      const made = {
        fmt: 'none',
        attStmt: {},
        authData: authenticatorData(lies, credential),
        ...lies.attestation,
      }
      return inBase64url({
        id,
        clientDataJSON: clientData('webauthn.create', challenge, lies),
        attestationObject: cbor(made),
      })
    },

    get(challenge, lies = {}) {
      const clientDataJSON = clientData('webauthn.get', challenge, lies)
      const data = authenticatorData(lies)
      const signed = Buffer.concat([data, sha256(clientDataJSON)])
      return inBase64url({
        id,
        userHandle: Buffer.from(lies.userHandle ?? owner),
        clientDataJSON,
        authenticatorData: data,
        signature: sign('sha256', signed, lies.key ?? privateKey),
      })
    },
  }
}

function pick<Key extends keyof Lies>(lies: Lies, ...keys: Key[]) {
  return Object.fromEntries(keys.flatMap((key) => (lies[key] ? [[key, lies[key]]] : [])))
}

function sha256(bytes: Buffer | string): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function inBase64url(buffers: Record<string, Buffer>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(buffers).map(([name, bytes]) => [name, bytes.toString('base64url')]),
  )
}

/** What a key is made of: integers, bytes, texts, lists and maps (RFC 8949). */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    return Buffer.concat([cborHead(3, bytes.length), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([cborHead(4, value.length), ...value.map(cbor)])
  const entries = value instanceof Map ? [...value] : Object.entries(value as object)
  const pairs = entries.flatMap(([key, each]) => [cbor(key), cbor(each)])
  return Buffer.concat([cborHead(5, entries.length), ...pairs])
}

function cborHead(kind: number, length: number): Buffer {
  const major = kind << 5
  if (length < 24) return Buffer.from([major | length])
  if (length < 256) return Buffer.from([major | 24, length])
  return Buffer.from([major | 25, length >> 8, length & 255])
}

/** The five minutes in which a challenge may be answered, as a browser keeps them. */
export function challengeCookie({ setCookies }: Reply): string {
  return setCookies.find((each) => each.startsWith('passkey='))?.split(';', 1)[0] ?? ''
}

/** Asks the server for something to sign, as the script of the sign-in page does. */
export async function askChallenge({ ask, origin }: Pick<TestServer, 'ask' | 'origin'>) {
  const headers = { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }
  const reply = await ask('/passkey', { method: 'POST', headers })
  const { challenge } = JSON.parse(reply.text) as { challenge: string }
  return { challenge, cookie: challengeCookie(reply) }
}

/** Begins a passkey in Profile. Returns what the page would give the device. */
export async function beginPasskey(
  server: TestServer,
  { cookie }: Pick<Owner, 'cookie'>,
  form: Record<string, string> = {},
) {
  const began = await server.ask(profile, { cookie, form: { intent: 'begin-passkey', ...form } })
  const cookies = [cookieFrom(began) || cookie, challengeCookie(began)].join('; ')
  const page = await server.ask(profile, { cookie: cookies })
  // In the data with which the page hydrates.
  const challenge = /"challenge","([\w-]{43})"/.exec(page.text.replaceAll('\\"', '"'))?.[1] ?? ''
  return { began, cookie: cookies, challenge }
}

/** Adds one that this device makes, as its owner does. */
export async function addPasskey(
  server: TestServer,
  owner: Pick<Owner, 'cookie' | 'desk'>,
  device: Device,
  form: Record<string, string> = {},
) {
  const { cookie, challenge } = await beginPasskey(server, owner, form)
  const passkey = JSON.stringify(device.create(challenge, owner.desk.ownerUid))
  return server.ask(profile, { cookie, form: { intent: 'add-passkey', passkey } })
}
