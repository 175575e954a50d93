import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bytesOf, joined } from '~/domain/files/files'
import { withoutRawKeys } from '~/domain/mail-in/link-keys'

const key = 'AuPXRQExTBR3jGLRL1fbObogO08xfslHMTXZ2jd_K3A'
const x = 'x'.repeat(key.length)
const link = `https://counter.example/de/chat?t=${key}`
const file = `https://counter.example/files?id=01abc&amp;t=${key}`
const wrapped = `https://safe.example/?url=https%3A%2F%2Fcounter.example%2Fchat%3Ft%3D${key}&data=1`

const inPieces = (text: string, length: number) =>
  bytesOf(
    ...Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
      Buffer.from(text.slice(at * length, (at + 1) * length), 'latin1'),
    ),
  )

async function cleaned(text: string, length = text.length) {
  return Buffer.from(await joined(withoutRawKeys(inPieces(text, length)))).toString('latin1')
}

const lines = (text: string) => text.replace(/.{1,76}/g, '$&\r\n')
const base64 = (text: string) => lines(Buffer.from(text).toString('base64'))

/** Broken after each 30 characters, with `=` as `=3D`. */
const quotedPrintable = (text: string) =>
  text.replace(/=/g, '=3D').replace(/(?:=3D|[^=]){30}/g, '$&=\r\n')

describe('Keys of conversations', () => {
  it.each([link, file, wrapped])(
    'An original e-mail has other characters for the key in %s',
    async (address) => {
      const raw = `From: a@b.example\r\n\r\nBefore <${address}> after\r\n`
      expect(await cleaned(raw)).toBe(raw.replace(key, x))
    },
  )

  it('An original e-mail has no key in quoted-printable, wherever its lines break', async () => {
    const raw = `\r\n${quotedPrintable(`Before ${link} after, ${file}`)}\r\n`
    const plain = (await cleaned(raw)).replace(/=\r\n/g, '')
    expect(plain).toBe(raw.replace(/=\r\n/g, '').replaceAll(key, x))
  })

  it.each([0, 1, 2, 3, 4, 5])(
    'An original e-mail has no key in base64 after %i characters',
    async (before) => {
      const words = (of: string) => `${'b'.repeat(before)} ${link.replace(key, of)} after ${link}`
      const raw = `Content-Transfer-Encoding: base64\r\n\r\n${base64(words(key))}\r\n--end`
      const whole = words(x).replace(key, x)
      expect(await cleaned(raw)).toBe(raw.replace(base64(words(key)), base64(whole)))
    },
  )

  it('An original e-mail has no key in base64, wherever its pieces end', async () => {
    const words = `${'b'.repeat(1_100)} ${link} after`
    const whole = base64(words.replace(key, x))
    for (let length = 1_400; length < 1_700; length++)
      expect(await cleaned(base64(words), length)).toBe(whole)
  })

  it.each([7, 100, 1_000, 1_024, 4_096])(
    'An original e-mail has no key where it comes in pieces of %i bytes',
    async (length) => {
      const filler = `${'word '.repeat(400)}\r\n`
      const body = `${'w'.repeat(900)} ${link} ${'w'.repeat(900)}`
      const raw = [filler, link, filler, quotedPrintable(link), filler, base64(body)].join('\r\n')
      expect(await cleaned(raw, length)).toBe(await cleaned(raw))
      expect(await cleaned(raw, length)).not.toContain(key)
    },
  )

  it('An original e-mail without a key is as it came', async () => {
    const noise = randomBytes(200_000)
    const raw = `${noise.toString('latin1')}${base64(noise.toString('hex'))}chat?t=short chat?t=${key}x`
    expect(await cleaned(raw, 65_536)).toBe(raw)
  })
})
