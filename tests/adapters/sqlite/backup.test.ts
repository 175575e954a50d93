import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileStore } from '~/adapters/disk/files.server'
import { BackupError, backUp, restore } from '~/adapters/sqlite/backup.server'
import { connect } from '~/adapters/sqlite/database/connection.server'
import { openStores } from '~/adapters/sqlite/stores.server'
import { bytesOf, joined } from '~/domain/files/files'
import {
  begin,
  exampleAccount,
  exampleDesk,
  exampleMail,
  exampleMessage,
  minute,
} from '../../contracts/examples'
import { exampleMailbox } from '../../contracts/mailboxes'
import { awaitedLater } from '../../support/awaited-later'
import { makePlace } from './places'

let place: Awaited<ReturnType<typeof makePlace>>
let folder: string
let archive: string

beforeEach(async () => {
  place = await makePlace()
  folder = join(place.folder, 'data')
  archive = join(place.folder, 'backup.tar.gz')
})
afterEach(() => place.remove())

test('what was acknowledged before a backup is in it, while others go on writing', async () => {
  const stores = await openStores({ folder })
  const files = createFileStore(join(folder, 'files'))
  await stores.accounts.save(exampleAccount('ada'))
  const desk = await stores.desks.ensure(exampleDesk('ada'))
  const { ticket, visitor } = await begin(stores.tickets, desk.id, 'first')
  await stores.mails.add([exampleMail(ticket, 'due'), exampleMail(ticket, 'left')], minute(1))
  await stores.mails.change('left', minute(2), () => ({ state: 'sent', dueAt: undefined }))
  await stores.mailboxes.save(exampleMailbox)
  const file = await files.put(bytesOf(new Uint8Array([1, 2, 3])), 10)

  let acknowledged = 0
  let writing = true
  const write = async () => {
    while (writing) {
      await stores.tickets.append(visitor, exampleMessage(`key-${acknowledged}`), () => ({}))
      acknowledged += 1
    }
  }
  const writer = awaitedLater(write())
  await expect.poll(() => acknowledged).toBeGreaterThan(20)
  const before = acknowledged
  await backUp({ folder, archive })
  writing = false
  await writer
  expect(statSync(archive).mode & 0o777).toBe(0o600)
  await stores.close()

  const elsewhere = join(place.folder, 'elsewhere')
  await restore({ folder: elsewhere, archive })
  const restored = await openStores({ folder: elsewhere })
  const messages = await restored.tickets.messages(visitor, 0, 100_000)
  expect(messages.length).toBeGreaterThanOrEqual(before)
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
  // The outbox sends what has not left, once; the mailbox is read on from where it was.
  expect((await restored.mails.listDue(minute(99), 9)).map(({ key }) => key)).toEqual(['due'])
  expect(await restored.mails.add([exampleMail(ticket, 'left')], minute(3))).toBe(0)
  expect(await restored.mailboxes.find(exampleMailbox.id)).toEqual(exampleMailbox)
  const kept = await createFileStore(join(elsewhere, 'files')).open(file?.file ?? '')
  expect(kept && (await joined(kept))).toEqual(new Uint8Array([1, 2, 3]))
  await restored.close()
  expect(readdirSync(place.folder).sort()).toEqual(['backup.tar.gz', 'data', 'elsewhere'])
  expect(readdirSync(elsewhere).filter((name) => name.startsWith('.'))).toEqual([])
})

test('nothing that is there is overwritten', async () => {
  await (await openStores({ folder })).close()
  await backUp({ folder, archive })
  await expect(backUp({ folder, archive })).rejects.toThrow(/is there already/)
  await expect(restore({ folder, archive })).rejects.toThrow(/has data already/)
})

test.each([
  ['no archive at all', async (file: string) => writeFile(file, 'not an archive')],
  ['nothing there', async () => undefined],
])('%s is refused in a sentence and leaves nothing', async (_, make) => {
  await make(archive)
  await expect(restore({ folder, archive })).rejects.toThrow(BackupError)
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
})

async function sound() {
  await (await openStores({ folder })).close()
  const file = await createFileStore(join(folder, 'files')).put(bytesOf(new Uint8Array([1])), 10)
  return `files/${file?.file.slice(0, 2)}/${file?.file}`
}

const pack = () => execFileSync('tar', ['-czf', archive, '-C', folder, 'tresen.sqlite', 'files'])

test.each<[string, (path: (name: string) => string, file: string) => void]>([
  ['a database that is a symbolic link', (path) => moveAndLink(path('tresen.sqlite'))],
  ['a folder of files that is a symbolic link', (path) => moveAndLink(path('files'))],
  ['a file that is a symbolic link', (path, file) => moveAndLink(path(file))],
  ['a file with two names', (path, file) => linkSync(path(file), path('files/again'))],
  ['a pipe', (path) => execFileSync('mkfifo', [path('files/pipe')])],
])('an archive with %s is refused and leaves nothing', async (_, change) => {
  const file = await sound()
  change((name) => join(folder, name), file)
  pack()
  const elsewhere = join(place.folder, 'elsewhere')
  await expect(restore({ folder: elsewhere, archive })).rejects.toThrow(/neither a file/)
  expect(readdirSync(elsewhere)).toEqual([])
})

function moveAndLink(path: string) {
  renameSync(path, `${folder}-moved`)
  symlinkSync(`${folder}-moved`, path)
}

const foreign = /of another program/

test.each<[string, string, RegExp]>([
  ['of another program', 'drop trigger search_texts_forget; drop table orders', foreign],
  ['with a table more', 'create table notes (body text)', foreign],
  ['with a trigger more', 'create trigger one after insert on desks begin select 1; end', foreign],
  ['of no version', 'pragma user_version = 0', foreign],
  [
    'of a newer version',
    'pragma user_version = 9999',
    /is of schema 9999; .* Start the newer version/,
  ],
])('an archive with a database %s is refused and leaves nothing', async (_, change, sentence) => {
  await sound()
  const connection = connect(join(folder, 'tresen.sqlite'))
  connection.exec(`${change}; pragma wal_checkpoint(truncate)`)
  connection.close()
  pack()
  const elsewhere = join(place.folder, 'elsewhere')
  await expect(restore({ folder: elsewhere, archive })).rejects.toThrow(sentence)
  expect(readdirSync(elsewhere)).toEqual([])
})

test('an archive with a log beside its database, which would be left out, is refused', async () => {
  await sound()
  // Beside a copy: a closed connection removes its log when its last statement is collected as garbage.
  const copy = join(place.folder, 'copy')
  cpSync(folder, copy, { recursive: true })
  await writeFile(join(copy, 'tresen.sqlite-wal'), 'what was written last')
  execFileSync('tar', ['-czf', archive, '-C', copy, '.'])
  const elsewhere = join(place.folder, 'elsewhere')
  await expect(restore({ folder: elsewhere, archive })).rejects.toThrow(/write-ahead log/)
  expect(readdirSync(elsewhere)).toEqual([])
})

test('a folder of files that is a link to another disk is in the backup', async () => {
  const file = await sound()
  moveAndLink(join(folder, 'files'))
  await backUp({ folder, archive })
  const elsewhere = join(place.folder, 'elsewhere')
  await restore({ folder: elsewhere, archive })
  expect(readFileSync(join(elsewhere, file))).toEqual(Buffer.from([1]))
})

test('what is no database has no backup, in a sentence', async () => {
  await mkdir(folder)
  await writeFile(join(folder, 'tresen.sqlite'), 'Dear diary, '.repeat(500))
  await expect(backUp({ folder, archive })).rejects.toThrow(BackupError)
})

const refusals: Record<string, () => Promise<void>> = {
  'a backup into a folder that is not there': () =>
    backUp({ folder, archive: join(place.folder, 'nowhere', 'backup.tar.gz') }),
  'a backup beside a file': () => backUp({ folder, archive: join(archive, 'backup.tar.gz') }),
  'a restore into a file': () => restore({ folder: archive, archive }),
  'a restore below a file': () => restore({ folder: join(archive, 'data'), archive }),
}
test.each(Object.keys(refusals))('%s is refused in a sentence', async (way) => {
  await sound()
  await writeFile(archive, 'No archive')
  await expect(refusals[way]?.()).rejects.toThrow(BackupError)
  expect(readdirSync(place.folder).sort()).toEqual(['backup.tar.gz', 'data'])
})

test('a backup that is not a regular file is refused at once', async () => {
  execFileSync('mkfifo', [archive])
  await expect(restore({ folder, archive })).rejects.toThrow(/is not a regular file/)
})

test('a folder without data has no backup', async () => {
  await mkdir(folder)
  await expect(backUp({ folder, archive })).rejects.toThrow(/There is no database/)
  expect(existsSync(archive)).toBe(false)
})

test('a damaged archive is refused in one line, however many files it names', async () => {
  await sound()
  for (const name of ['a', 'b', 'c']) await writeFile(join(folder, 'files', name), name)
  pack()
  const whole = readFileSync(archive)
  await writeFile(archive, whole.subarray(0, whole.length / 2))
  const refusal = await restore({ folder: join(place.folder, 'elsewhere'), archive }).catch(String)
  expect(refusal).not.toContain('\n')
})
