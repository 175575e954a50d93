import { describe, expect, it } from 'vitest'
import { fillSavedReply, withReplyAtEnd } from '~/domain/tickets/saved-replies'
import { savedReplyShortcut, savedReplyText } from '~/domain/tickets/saved-replies-input'

const filling = { visitor: 'Lena', owner: 'Mara', ticket: 12, desk: 'Café Morgenrot' }
const neutral = { owner: 'your team', desk: 'our team' }

describe('a saved reply', () => {
  it('has each of its placeholders replaced, as often as it occurs', () => {
    const text = 'Hello {visitor} ({visitor}), ticket {ticket} at {desk}. {owner}'
    expect(fillSavedReply(text, filling, neutral)).toBe(
      'Hello Lena (Lena), ticket 12 at Café Morgenrot. Mara',
    )
    const tricky = { ...filling, visitor: '{owner} $& $1' }
    expect(fillSavedReply('Hello {visitor}', tricky, neutral)).toBe('Hello {owner} $& $1')
  })

  it('knows the placeholders by their German names, too', () => {
    const text = 'Hallo {Vorname} ({Name}), Ticket {Ticket} bei {Tresen}. {Absender}'
    expect(fillSavedReply(text, { ...filling, visitor: 'Lena Hoff' }, neutral)).toBe(
      'Hallo Lena (Lena Hoff), Ticket 12 bei Café Morgenrot. Mara',
    )
  })

  it('is found by its visible shortcut, however that was typed or copied', () => {
    const typed = ['/oeffnung', ' \u200b/oeff\u00adnung\ufeff ', '/Ｏeffnung', 'OEFFNUNG\u202c']
    expect(typed.map((text) => savedReplyShortcut.parse(text))).toEqual(typed.map(() => 'oeffnung'))
    expect(savedReplyShortcut.parse('o\u0308ffnung')).toBe('öffnung')
    expect(savedReplyShortcut.safeParse('\u200b').success).toBe(false)
    expect(savedReplyText.parse('One\r\ntwo\r\u0007\tthree\0 ')).toBe('One\ntwo\n\tthree')
  })

  it('leaves other braces as they are', () => {
    const text = '{Visitor} {name} {} { visitor } {toString} {{visitor'
    expect(fillSavedReply(text, filling, neutral)).toBe(text)
  })

  it('has a neutral word where the desk has no name', () => {
    const nobody = { visitor: ' ', owner: '', ticket: 1, desk: '' }
    expect(fillSavedReply('Hello {visitor}. {owner}', nobody, neutral)).toBe('Hello. your team')
  })

  it('uses the first name, and leaves no gap where there is no name', () => {
    const sam = { ...filling, visitor: ' Sam van Okafor ' }
    expect(fillSavedReply('Hello {firstName}, {visitor}', sam, neutral)).toBe(
      'Hello Sam, Sam van Okafor',
    )
    const nobody = { ...filling, visitor: '' }
    const text = 'Guten Tag {visitor}, hallo {firstName}!'
    expect(fillSavedReply(text, nobody, neutral)).toBe('Guten Tag, hallo!')
  })

  it('is inserted at the end of the text', () => {
    expect(withReplyAtEnd('', 'Bye')).toBe('Bye')
    expect(withReplyAtEnd('Hello\n ', 'Bye')).toBe('Hello\n\nBye')
  })
})

describe('a shortcut', () => {
  it.each([
    ['hello', 'hello'],
    [' /Hello-2 ', 'hello-2'],
    ['GRU\u0308SSE', 'grüsse'],
  ])('%j is %j', (typed, shortcut) => {
    expect(savedReplyShortcut.parse(typed)).toBe(shortcut)
  })

  it.each(['', '/', 'two words', 'a/b', 'a_b', 'ä'.repeat(31)])('is not %j', (typed) => {
    expect(savedReplyShortcut.safeParse(typed).success).toBe(false)
  })
})

it('a text is trimmed, and missing when it is blank', () => {
  expect(savedReplyText.parse(' a\r\nb ')).toBe('a\nb')
  expect(savedReplyText.parse(' \n')).toBeUndefined()
  expect(savedReplyText.parse(undefined)).toBeUndefined()
  expect(savedReplyText.safeParse('a'.repeat(4_001)).success).toBe(false)
})
