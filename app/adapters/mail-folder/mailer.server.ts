import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Letter, MailError, type Mailer } from '../../domain/outbox/mailer'
import { asciiEmail } from '../../domain/text/email'
import { messageOf } from '../smtp/message.server'

/** Files that every e-mail program opens, by desk and by ticket, order or `several`. */
export function createMailFolder(folder: string): Mailer {
  return {
    async send(letter, handOver) {
      const date = new Date()
      const message = withRecipient(letter, await messageOf(letter, date))
      await handOver()
      try {
        await write(pathOf(folder, letter), nameOf(letter, date), message)
      } catch (error) {
        throw new MailError('unreachable', (error as NodeJS.ErrnoException).code ?? 'internal')
      }
    },

    async forget(deskId, recordIds) {
      const desk = join(folder, plain(deskId))
      const gone = recordIds
        ? [...recordIds.map(plain), several].map((id) => join(desk, id))
        : [desk]
      for (const path of gone) await rm(path, { recursive: true, force: true })
    },
  }
}

const several = 'several'

function pathOf(folder: string, { deskId, recordIds }: Letter): string {
  const [recordId, ...others] = recordIds
  const about = recordId && others.length === 0 ? plain(recordId) : several
  return join(folder, plain(deskId), about)
}

/** As a mail server adds it, where the headers name somebody else first. */
function withRecipient({ recipient }: Letter, message: Buffer): Buffer {
  if (recipient === undefined) return message
  return Buffer.concat([Buffer.from(`Delivered-To: ${asciiEmail(recipient)}\r\n`), message])
}

/** From the time and the reason, so that the same e-mail within a second replaces itself. */
function nameOf({ messageId }: Letter, date: Date): string {
  const time = date.toISOString().replace(/\D/g, '').slice(0, 14)
  return `${time}-${createHash('sha256').update(messageId).digest('hex').slice(0, 12)}.eml`
}

function plain(id: string): string {
  return id.replace(/[^\w-]/g, '_')
}

/** The file is there completely or not at all, and survives a power cut. */
async function write(folder: string, name: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${name}`)
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, join(folder, name))
}
