import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { brotliTemplate, fillOf, type Template, templateOf } from '~/server/responses/blanks'

const filler = '<p>Guten Tag, was darf es sein? Kaffee, Kuchen, Brötchen.</p>\n'.repeat(60)
const blank = (value: string) => ({ value, make: () => value })

function pageWith(key: string, stamp: string): Buffer {
  return Buffer.from(
    `${filler}<input name="key" value="${key}"><i>ü</i><input value="${stamp}">${filler}<b>${key}</b>`,
  )
}

const first = { key: 'k9x2m4q7w1z8c5v3b6n0aaaaa', stamp: 'Zm9yIHRoZSBmaXJzdCB2aXNpdG9y' }

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
      const compressed = await brotliTemplate(template, blanks)
      const expected = pageWith(key, stamp).toString()
      expect(filled(template, [key, stamp]).toString()).toBe(expected)
      expect(brotliDecompressSync(filled(compressed, [key, stamp])).toString()).toBe(expected)
      expect(compressed.bytes.length).toBeLessThan(400)
    },
  )

  it('without any place is the page', async () => {
    const missing = [blank('not in the page at all')]
    const none = templateOf(page, missing)
    expect(filled(none, [''], missing).equals(page)).toBe(true)
    const compressed = await brotliTemplate(none, [])
    expect(brotliDecompressSync(compressed.bytes).equals(page)).toBe(true)
  })
})
