import { expect, test } from 'vitest'
import { createLetterReader } from '~/adapters/mail-reader/reader.server'
import { largestLetter } from '~/domain/mail-in/letters'

const megabyte = 1_024 * 1_024

/** One file that fills the whole e-mail, in the 76 characters a line of base64. */
function largest(): ArrayBuffer {
  const head = Buffer.from(
    'From: ada@guest.example\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n',
  )
  const line = Buffer.from(`${'QUJD'.repeat(19)}\r\n`)
  const bytes = new Uint8Array(largestLetter)
  bytes.set(head)
  let at = head.length
  for (; at + line.length <= bytes.length; at += line.length) bytes.set(line, at)
  return bytes.buffer.slice(0, at) as ArrayBuffer
}

test('the largest e-mail is read in bounded memory', async () => {
  const reader = createLetterReader(async () => {
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  })
  const envelope = { from: 'ada@guest.example', to: [] }
  await reader.read(new TextEncoder().encode('From: a@b.example\r\n\r\nHi').buffer, envelope)
  const raw = largest()
  const before = process.memoryUsage().rss
  let most = before
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 2)
  const letter = await reader.read(raw, envelope)
  clearInterval(looking)
  await reader.close()
  expect(letter?.files[0]?.bytes.length).toBeGreaterThan(17 * megabyte)
  // Some 55 beside the e-mail itself: its one file in pieces, whole, and handed over.
  expect((most - before) / megabyte).toBeLessThan(75)
})
