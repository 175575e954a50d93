import { randomBytes } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  type Blank,
  brotliTemplate,
  fillOf,
  type Template,
  templateOf,
} from '~/server/responses/blanks'

const filler = '<p>Guten Tag, was darf es sein? Kaffee, Kuchen, Brötchen.</p>\n'.repeat(60)
const blank = (value: string) => ({ value, make: () => value })

function pageWith(key: string, stamp: string): Buffer {
  return Buffer.from(
    `${filler}<input name="key" value="${key}"><i>ü</i><input value="${stamp}">${filler}<b>${key}</b>`,
  )
}

const first = { key: 'k9x2m4q7w1z8c5v3b6n0aaaaa', stamp: 'Zm9yIHRoZSBmaXJzdCB2aXNpdG9y' }

async function compressedOf(page: Template, blanks: Blank[], random?: (size: number) => Buffer) {
  const compressed = await brotliTemplate(page, blanks, random)
  if (!compressed) throw new Error('The page always came back another')
  return compressed
}

describe('a page with blanks', () => {
  const filled = (template: Template, values: string[], own = blanks) =>
    Buffer.from(fillOf(template, own)(values), 'latin1')
  const page = pageWith(first.key, first.stamp)
  const blanks = [blank(first.key), blank(first.stamp)]
  const template = templateOf(page, blanks)

  it('holds nothing of the visitor for whom it was drawn', () => {
    expect(template.places).toHaveLength(3)
    expect(template.bytes.includes(first.key)).toBe(false)
    expect(template.bytes.includes(first.stamp)).toBe(false)
    expect(template.bytes).toHaveLength(page.length)
  })

  it.each([
    [first.key, first.stamp],
    ['a'.repeat(25), 'a'.repeat(28)],
    ['Guten Tag, was darf es sei', 'Kaffee, Kuchen, Broetchen!!!'].map((text, place) =>
      text.slice(0, place ? 28 : 25),
    ),
  ])(
    'is filled and compressed to the same as one that is drawn: %s',
    async (key = '', stamp = '') => {
      const compressed = await compressedOf(template, blanks)
      const expected = pageWith(key, stamp).toString()
      expect(filled(template, [key, stamp]).toString()).toBe(expected)
      expect(brotliDecompressSync(filled(compressed, [key, stamp])).toString()).toBe(expected)
      expect(compressed.bytes.length).toBeLessThan(400)
    },
  )

  it('is compressed once more where the encoder finds its random bytes again, and not for ever', async () => {
    let asked = 0
    const found = (size: number) => Buffer.from(filler.slice(3, size + 3))
    const random = (size: number) => {
      asked += 1
      return asked > 3 ? randomBytes(size) : found(size)
    }
    const compressed = await compressedOf(template, blanks, random)
    expect(asked).toBeGreaterThan(3)
    const [key, stamp] = ['b'.repeat(25), 'b'.repeat(28)]
    const seen = brotliDecompressSync(filled(compressed, [key, stamp])).toString()
    expect(seen).toBe(pageWith(key, stamp).toString())
    expect(await brotliTemplate(template, blanks, found)).toBeUndefined()
  })

  it('without any place is the page', async () => {
    const missing = [blank('not in the page at all')]
    const none = templateOf(page, missing)
    expect(filled(none, [''], missing).equals(page)).toBe(true)
    const compressed = await compressedOf(none, [])
    expect(brotliDecompressSync(compressed.bytes).equals(page)).toBe(true)
  })
})
