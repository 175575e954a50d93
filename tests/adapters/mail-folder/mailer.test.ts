import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createMailFolder } from '../../../app/adapters/mail-folder/mailer.server'
import { MailError } from '../../../app/domain/outbox/mailer'
import { exampleLetter, mailerContract } from '../../contracts/mailer'
import { temporaryFolder } from '../../support/app'

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

mailerContract('files', async () => {
  const folder = temporaryFolder()
  return {
    mailer: createMailFolder(folder),
    sent: async () => Promise.all((await filesIn(folder)).map((file) => readFile(file, 'utf8'))),
    recipients: (raw) =>
      /^Delivered-To: (.+)$/m
        .exec(raw)
        ?.slice(1)
        .map((each) => each.trim()),
    close: () => rm(folder, { recursive: true }),
  }
})

describe('a folder of mails', () => {
  const handOver = async () => undefined

  test('has a file for each, which nobody else may read and whose name ends in .eml', async () => {
    const folder = temporaryFolder()
    const mailer = createMailFolder(folder)
    await mailer.send(exampleLetter({ deskId: '../desk', recordIds: ['t'] }), handOver)
    const [file = '', ...others] = await filesIn(folder)
    expect(others).toEqual([])
    expect(file.slice(folder.length)).toMatch(/^\/___desk\/t\/\d{14}-[0-9a-f]{12}\.eml$/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await rm(folder, { recursive: true })
  })

  test('forgets a ticket with e-mails about several, and a desk with all', async () => {
    const folder = temporaryFolder()
    const mailer = createMailFolder(folder)
    const send = (deskId: string, ...recordIds: string[]) =>
      mailer.send(exampleLetter({ deskId, recordIds, subject: `${deskId} ${recordIds}` }), handOver)
    const left = async () =>
      (await filesIn(folder)).map((file) => file.split('/').slice(-3, -1).join(' ')).sort()
    await send('one', 'a')
    await send('one', 'b')
    await send('one', 'a', 'b')
    await send('two', 'a')
    await mailer.forget('one', ['a'])
    expect(await left()).toEqual(['one b', 'two a'])
    await mailer.forget('one')
    expect(await left()).toEqual(['two a'])
    await rm(folder, { recursive: true })
  })

  test('that cannot be written to says so', async () => {
    const mailer = createMailFolder('/dev/null/mail')
    await expect(mailer.send(exampleLetter(), handOver)).rejects.toEqual(
      new MailError('unreachable', 'ENOTDIR'),
    )
  })
})
