import {
  createCipheriv,
  randomBytes,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import PQueue from 'p-queue'
import { IdentityError } from '../../domain/identity/identity'
import { usualForm } from '../../domain/identity/passwords'

/** Of scrypt: the logarithm of the cost, the block size and the parallelisation. */
export interface Strength {
  ln: number
  r: number
  p: number
}

/** Some 230 ms and 32 MiB. Source: OWASP Password Storage Cheat Sheet, scrypt. */
const usual: Strength = { ln: 15, r: 8, p: 3 }

/** More would leave none of Node's four threads to files. */
const atOnce = 2

/** Milliseconds of work ahead of a password, beyond which it is refused. */
const longestWait = 10_000

const keyBytes = 32
const saltBytes = 16

export interface PasswordHashes {
  /** `$scrypt$ln=15,r=8,p=3$salt$key`. Throws 'server-busy', as `matches`. Source: the PHC string format. */
  hash(password: string): Promise<string>
  /** False without a hash, which takes as long. */
  matches(password: string, hash: string | undefined): Promise<boolean>
  /** Whether it was made with less than today's strength. */
  isOutdated(hash: string): boolean
}

export function createPasswordHashes(strength = usual, patience = longestWait): PasswordHashes {
  const queue = new PQueue({ concurrency: atOnce })
  let lastTook = 250

  async function derive(password: string, salt: Buffer, given: Strength): Promise<Buffer> {
    const wait = ((queue.size + queue.pending) / atOnce) * lastTook
    if (wait > patience)
      throw new IdentityError('server-busy', `${Math.round(wait)} ms of passwords`)
    const work = async () => {
      const began = performance.now()
      const key = await run(usualForm(password), salt, given)
      lastTook = performance.now() - began
      return key
    }
    return queue.add(work, { throwOnTimeout: true })
  }

  return {
    async hash(password) {
      const salt = randomBytes(saltBytes)
      return written({ ...strength, salt, key: await derive(password, salt, strength) })
    },

    async matches(password, hash) {
      const known = hash === undefined ? undefined : readHash(hash)
      const key = await derive(password, known?.salt ?? Buffer.alloc(saltBytes), known ?? strength)
      if (!known) return false
      const made = known.signerKey ? encrypted(known.signerKey, key) : key
      return made.length === known.key.length && timingSafeEqual(made, known.key)
    },

    isOutdated(hash) {
      const { ln, r, p, signerKey } = readHash(hash)
      return signerKey !== undefined || ln < strength.ln || r < strength.r || p < strength.p
    },
  }
}

export interface KnownHash extends Strength {
  salt: Buffer
  key: Buffer
  /** Of Firebase's scrypt, which encrypts it by the derived key. */
  signerKey?: Buffer
}

function run(password: string, salt: Buffer, { ln, r, p }: Strength): Promise<Buffer> {
  // Node's limit would leave out what the algorithm needs beside its 128 · N · r bytes.
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r }
  return new Promise((resolve, reject) =>
    scrypt(password, salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}

function written({ ln, r, p, salt, key }: KnownHash): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(key)}`
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** Of a password at Firebase; `salt` ends with its project's separator. */
export interface FirebaseHash {
  rounds: number
  memCost: number
  salt: Buffer
  hash: Buffer
  signerKey: Buffer
}

/** `$firebase-scrypt$ln=14,r=8$salt$hash$signerKey`, which matches, and is outdated. */
export function keepFirebaseHash({ rounds, memCost, ...parts }: FirebaseHash): string {
  const [salt, hash, signerKey] = [parts.salt, parts.hash, parts.signerKey].map(base64)
  return `$firebase-scrypt$ln=${memCost},r=${rounds}$${salt}$${hash}$${signerKey}`
}

/** Source: github.com/firebase/scrypt, whose derived key encrypts the signer key by AES-256-CTR. */
function encrypted(signerKey: Buffer, key: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  return Buffer.concat([cipher.update(signerKey), cipher.final()])
}

const shape =
  /^\$(?:firebase-)?scrypt\$ln=(\d{1,2}),r=(\d{1,3})(?:,p=(\d{1,3}))?\$([\w+/]+)\$([\w+/]+)(?:\$([\w+/]+))?$/

/** Throws for a text of another form. */
export function readHash(hash: string): KnownHash {
  const [, ln, r, p = '1', salt = '', key = '', signerKey] = shape.exec(hash) ?? []
  if (!key) throw new Error('A stored password hash is not of the known form')
  return {
    ln: Number(ln),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
    signerKey: signerKey === undefined ? undefined : Buffer.from(signerKey, 'base64'),
  }
}
