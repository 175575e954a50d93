import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import {
  type Config,
  isDataThere,
  lockData,
  openFiles,
  openFilesToMove,
  openMovable,
  readConfig,
} from '~/config'
import { type MovableStore, movedNouns, type Piece } from '~/domain/export/moving'
import { type Bytes, bytesOf, type FileStore, moveMark } from '~/domain/files/files'
import { canonical } from '~/domain/text/canonical'
import { progress, told } from './move-progress'

const usage = `npm run move -- --from sqlite --to firestore            accounts, conversations, orders, e-mails
npm run move -- --from disk --to gcs                    files, with the store that STORE names
npm run move -- --from sqlite,disk --to firestore,gcs   both
And back with the names exchanged. No server may run meanwhile. After an interruption, run it again.
`

const storeKinds = ['sqlite', 'firestore']
const fileKinds = ['disk', 'gcs']

/** Two different kinds; undefined if none is named. */
type Way = [from: string, to: string] | undefined

/** The command `move`: all of a store to an empty one, and files. Returns the exit code. */
export async function runMove(
  environment: Parameters<typeof readConfig>[0],
  words: string[],
  print: (text: string) => void,
): Promise<number> {
  const ways = waysOf(words)
  if (!ways) {
    print(usage)
    return 1
  }
  const configOf = (end: 0 | 1) =>
    readConfig(
      {
        ...environment,
        ...(ways.stores && { STORE: ways.stores[end] }),
        ...(ways.files && { FILES: ways.files[end] }),
      },
      'production',
    )
  const [from, to] = [configOf(0), configOf(1)]
  const isHere = from.store.kind === 'sqlite' || ways.files?.[0] === 'disk'
  if (isHere && !isDataThere(from)) {
    print(`${nothingIn(from)} Nothing was changed.\n`)
    return 1
  }
  const release: (() => unknown)[] = []
  const lock = () => release.push(lockData(from).release)
  if (isHere) lock()
  try {
    const source = await openMovable(from)
    release.unshift(source.close)
    const state = await source.state()
    if (state !== 'whole') {
      print(`${state === 'half' ? halfIn(from) : nothingIn(from)} Nothing was changed.\n`)
      return 1
    }
    const ends: Ends = { source, from, to, print }
    if (ways.files) ends.filesFrom = await openFiles(from)
    // Only now: it makes the folder of the other end.
    if (!isHere) lock()
    if (ways.stores) {
      ends.target = await openMovable(to)
      release.unshift(ends.target.close)
    }
    if (ways.files) ends.filesTo = await openFilesToMove(to)
    if (!(await moveAll(ends))) return 1
    const settings = [
      ways.stores && `STORE=${to.store.kind}`,
      ways.files && `FILES=${to.files.kind}`,
    ]
    print(`All is moved. Set ${settings.filter(Boolean).join(' and ')} and start the server.\n`)
    return 0
  } finally {
    for (const each of release) await each()
  }
}

/** Both ends of the move, opened before anything changes. */
interface Ends {
  from: Config
  to: Config
  source: MovableStore
  target?: MovableStore
  filesFrom?: FileStore
  filesTo?: FileStore
  print(text: string): void
}

/**
 * Marks the other end as incomplete until all the data is there and compared. Interrupted anywhere,
 * it can be run again.
 */
async function moveAll({ source, target, filesFrom, filesTo, to, print }: Ends): Promise<boolean> {
  if ((await target?.state()) === 'whole') {
    print(`STORE=${to.store.kind} has data already. Nothing was changed.\n`)
    return false
  }
  await filesTo?.put(bytesOf(), 0, moveMark)
  if (target && !(await moveStore(source, target, print))) return false
  if (filesFrom && filesTo && !(await moveFiles(source, filesFrom, filesTo, print))) return false
  await filesTo?.remove([moveMark])
  await target?.finish()
  return true
}

async function moveStore(
  source: MovableStore,
  target: MovableStore,
  print: Ends['print'],
): Promise<boolean> {
  print('Copying\n')
  await target.load(told(source.dump(), print))
  print('Comparing\n')
  const [there, here] = [
    await tallyOf(told(source.dump(), print)),
    await tallyOf(told(target.dump(), print)),
  ]
  const wrong = movedNouns.filter((noun) => there.get(noun)?.line !== here.get(noun)?.line)
  for (const noun of movedNouns) print(`${noun.padEnd(16)} ${here.get(noun)?.line ?? 0}\n`)
  if (wrong.length === 0) return true
  print(`These differ: ${wrong.join(', ')}. Did a server run meanwhile? Stop it, run this again.\n`)
  return false
}

function nothingIn({ store, dataDir }: Config): string {
  return store.kind === 'sqlite'
    ? `There is no data in ${resolve(dataDir)}; see DATA_DIR.`
    : `There is no data in the Firestore of ${store.projectId}; see FIREBASE_PROJECT_ID and FIRESTORE_DATABASE.`
}

function halfIn({ store }: Config): string {
  return `STORE=${store.kind} has only part of the data: a move into it has not finished. Run that one again first.`
}

/** How many of a noun there are, and a hash of them all in any order. */
export async function tallyOf(
  pieces: AsyncIterable<Piece>,
): Promise<Map<string, { count: number; line: string }>> {
  const sums = new Map<string, { count: number; sum: Buffer }>()
  for await (const { noun, record } of pieces) {
    const { count, sum } = sums.get(noun) ?? { count: 0, sum: Buffer.alloc(32) }
    const hash = createHash('sha256').update(canonical(record)).digest()
    for (const [index, byte] of hash.entries()) sum[index] = (sum[index] ?? 0) ^ byte
    sums.set(noun, { count: count + 1, sum })
  }
  return new Map(
    [...sums].map(([noun, { count, sum }]) => {
      return [noun, { count, line: `${count} ${sum.toString('hex').slice(0, 16)}` }]
    }),
  )
}

/** Files missing at the source stay missing. If all are missing, the settings are wrong. */
async function moveFiles(
  source: MovableStore,
  here: FileStore,
  there: FileStore,
  print: Ends['print'],
): Promise<boolean> {
  print('Copying files\n')
  let moved = 0
  const missing: string[] = []
  const tell = progress('files', print)
  for await (const piece of source.dump()) {
    if (piece.noun !== 'message') continue
    for (const { file, previewFile } of piece.record.attachments)
      for (const name of previewFile ? [file, previewFile] : [file]) {
        if (await moveFile(here, there, name)) moved += 1
        else missing.push(name)
        tell(moved)
      }
  }
  print(`file             ${moved}\n`)
  if (missing.length === 0) return true
  print(`${missing.length} files are missing where they were: ${missing.slice(0, 5).join(', ')}\n`)
  if (moved > 0) return true
  print('None of them is there: see FILES_BUCKET or DATA_DIR, and run this again.\n')
  return false
}

/** False if there is no such file. Compares a file that the target has already. */
async function moveFile(from: FileStore, to: FileStore, name: string): Promise<boolean> {
  const bytes = await from.open(name)
  if (!bytes) return false
  const known = await to.open(name)
  if (known && (await hashOf(known)) === (await hashOf(bytes))) return true
  const again = known ? await from.open(name) : bytes
  if (!again) return false
  const hash = createHash('sha256')
  const stored = await to.put(passing(again, hash), Number.MAX_SAFE_INTEGER, name)
  if (stored?.hash !== hash.digest('base64url')) throw new Error(`${name} arrived changed`)
  return true
}

async function* passing(bytes: Bytes, hash: ReturnType<typeof createHash>): Bytes {
  for await (const piece of bytes) {
    hash.update(piece)
    yield piece
  }
}

async function hashOf(bytes: Bytes): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of bytes) hash.update(piece)
  return hash.digest('hex')
}

function waysOf(words: string[]): { stores: Way; files: Way } | undefined {
  const [, named, , others] = words
  if (words.length !== 4 || words[0] !== '--from' || words[2] !== '--to') return undefined
  const [from, to] = [String(named).split(','), String(others).split(',')]
  const known = [...storeKinds, ...fileKinds]
  if (![...from, ...to].every((kind) => known.includes(kind))) return undefined
  const between = (kinds: string[]): Way | 'wrong' => {
    const [one, ...more] = from.filter((kind) => kinds.includes(kind))
    const [other, ...others] = to.filter((kind) => kinds.includes(kind))
    if (!one && !other) return undefined
    return one && other && one !== other && more.length + others.length === 0
      ? [one, other]
      : 'wrong'
  }
  const [stores, files] = [between(storeKinds), between(fileKinds)]
  return stores === 'wrong' || files === 'wrong' ? undefined : { stores, files }
}
