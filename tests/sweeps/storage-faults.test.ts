import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFileStore, openFileStore } from '../../app/adapters/cloud-storage/files.server'
import {
  describe as describeCode,
  type FileCode,
  FilesUnavailable,
  fileCodes,
} from '../../app/domain/files/errors'
import { bytesOf, type FileStore, joined } from '../../app/domain/files/files'
import { StoreNotOpened } from '../../app/domain/stores'
import { translations } from '../../app/i18n/translation.server'
import { startStorageService, type Trouble } from '../support/storage-service'

const bucket = 'files-of-tresen'
/** Waiting costs no time; how quick the machine is proves nothing. */
const clock = {
  time: 0,
  now: () => clock.time,
  async wait(milliseconds: number) {
    clock.time += milliseconds
  },
}
const minute = 60_000

let service: Awaited<ReturnType<typeof startStorageService>>
let files: FileStore
/** Never responds. Its own, for requests that were given up may arrive late. */
let silent: Awaited<ReturnType<typeof startStorageService>>
/** Waits for no response of that. */
let hasty: FileStore
let file: string

beforeAll(async () => {
  service = await startStorageService(bucket)
  silent = await startStorageService(bucket)
  silent.fail(() => 'hang')
  const settings = { bucket, emulatorHost: service.host }
  file = (await createFileStore(settings).put(bytesOf(new Uint8Array(9)), 9))?.file ?? ''
  files = createFileStore(settings, { clock })
  const timeouts = { operation: minute, upload: minute, response: 20, pause: 10_000 }
  hasty = createFileStore({ bucket, emulatorHost: silent.host }, { clock, timeouts })
})
afterAll(() => Promise.all([service.close(), silent.close()]))

const calls: [string, minutes: number, (store: FileStore) => Promise<unknown>][] = [
  ['put', 10, (store) => store.put(bytesOf(new Uint8Array(9)), 9)],
  ['open', 2, (store) => store.open(file)],
  ['remove', 2, (store) => store.remove([file])],
  ['olderThan', 2, (store) => store.olderThan(new Date())[Symbol.asyncIterator]().next()],
]

const refusal = (code: number, reason: string) => {
  const error = { code, message: `A raw ${reason}`, errors: [{ reason }] }
  return { status: code, json: { error } }
}

const matrix: [string, Trouble, FileCode, tries: 'once' | 'again'][] = [
  ['401', refusal(401, 'authError'), 'unauthenticated', 'once'],
  ['403', refusal(403, 'forbidden'), 'unauthorized', 'once'],
  ['an HTML page with 403', { status: 403, text: '<p>No' }, 'unauthorized', 'once'],
  ['402', refusal(402, 'paymentRequired'), 'quota-exceeded', 'once'],
  ['403 for a quota', refusal(403, 'quotaExceeded'), 'quota-exceeded', 'once'],
  ['403 for a rate', refusal(403, 'rateLimitExceeded'), 'quota-exceeded', 'again'],
  ['403 for a bill', refusal(403, 'accountDisabled'), 'quota-exceeded', 'once'],
  ['429', refusal(429, 'rateLimitExceeded'), 'quota-exceeded', 'again'],
  ['499', { status: 499, text: '' }, 'canceled', 'once'],
  ['400', refusal(400, 'invalid'), 'retry-limit-exceeded', 'once'],
  ['408', { status: 408, text: '' }, 'retry-limit-exceeded', 'again'],
  ['500', refusal(500, 'backendError'), 'retry-limit-exceeded', 'again'],
  ['an HTML page with 502', { status: 502, text: '<p>Oh' }, 'retry-limit-exceeded', 'again'],
  ['503', refusal(503, 'backendError'), 'retry-limit-exceeded', 'again'],
  [
    'a redirect',
    { status: 307, text: '', headers: { Location: '/elsewhere' } },
    'retry-limit-exceeded',
    'again',
  ],
  ['a reset', 'reset', 'retry-limit-exceeded', 'again'],
]

describe.each(calls)('%s', (_, minutes, call) => {
  const failureOf = async (store: FileStore) => {
    clock.time = 0
    const error = await call(store).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(FilesUnavailable)
    return (error as FilesUnavailable).code
  }

  test.each(matrix)('calls %s %o → %s, and tries %s', async (_what, trouble, code, tries) => {
    service.fail(() => trouble)
    expect(await failureOf(files)).toBe(code)
    if (tries === 'once') {
      expect(service.asked).toHaveLength(1)
      expect(clock.time).toBe(0)
    } else {
      // The next pause would have ended after the time that the specification gives.
      expect(clock.time).toBeGreaterThan((minutes - 0.6) * minute)
      expect(clock.time).toBeLessThanOrEqual(minutes * minute)
    }
  })

  test('waits no longer for a response than its timeout', async () => {
    const before = silent.asked.length
    expect(await failureOf(hasty)).toBe('retry-limit-exceeded')
    expect(silent.asked.length).toBeGreaterThan(before + 1)
  })
})

test('what is not there is unknown, and gone when it is removed', async () => {
  const nowhere = '0'.repeat(32)
  service.fail()
  expect(await files.open(nowhere)).toBeUndefined()
  await files.remove([nowhere])
})

test('a file that goes while it is read is not found', async () => {
  service.fail()
  const bytes = await files.open(file)
  if (!bytes) throw new Error('It was there')
  service.fail(() => refusal(404, 'notFound'))
  await expect(joined(bytes)).rejects.toMatchObject({ code: 'object-not-found' })
})

test('each code has a status and words of its own in both languages, and no raw text', () => {
  for (const language of ['en', 'de'] as const) {
    const { t } = translations(language)
    const words = fileCodes.map((code) => t(describeCode(code).key))
    expect(new Set(words).size).toBe(fileCodes.length)
    for (const word of words) expect(word).toMatch(/^\p{Lu}.{30,}\.$/u)
  }
  expect(fileCodes.map((code) => describeCode(code).status)).toEqual([404, 503, 503, 503, 503, 503])
})

describe('the start', () => {
  const opening = (settings: Partial<Parameters<typeof openFileStore>[0]> = {}) =>
    openFileStore({ bucket, emulatorHost: service.host, ...settings }, clock)

  test('leaves nothing of what it tried', async () => {
    service.fail()
    const { size } = service.objects
    await opening()
    expect(service.objects.size).toBe(size)
  })

  const sentences: [string, Trouble, RegExp][] = [
    ['a key that is not believed', refusal(401, 'authError'), /does not believe the key/],
    ['a key that may not', refusal(403, 'forbidden'), /is not there, or the key may not use it/],
    ['a name that none has', refusal(400, 'invalid'), /a name that no bucket has/],
    ['no quota', refusal(403, 'quotaExceeded'), /has no quota left/],
    ['a service that is down', refusal(503, 'backendError'), /no emulator is to be reached at/],
  ]
  test.each(sentences)('with %s ends with a sentence', async (_, trouble, sentence) => {
    service.fail(() => trouble)
    await expect(opening()).rejects.toThrow(StoreNotOpened)
    await expect(opening()).rejects.toThrow(sentence)
  })

  test('with a bucket that is not there, or an emulator that is down, does too', async () => {
    service.fail()
    await expect(opening({ bucket: 'other' })).rejects.toThrow(
      'FILES=gcs: the bucket other is not there, or the key may not use it; see FILES_BUCKET',
    )
    await expect(opening({ emulatorHost: '127.0.0.1:9' })).rejects.toThrow(
      'FILES=gcs: no emulator is to be reached at 127.0.0.1:9',
    )
  })
})
