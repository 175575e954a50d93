import { describe, expect, test } from 'vitest'
import { numberTyped, withoutNumberSigns } from '../../../app/domain/text/numbers'
import {
  isReadable,
  isVisible,
  nameLine,
  plainLine,
  soughtLine,
} from '../../../app/domain/text/single-line'

const invisible = [
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u1160',
  '\u17b4',
  '\u180e',
  '\u200b',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2060',
  '\u2066',
  '\u2069',
  '\u3164',
  '\ufeff',
  '\uffa0',
  '\u{e0001}',
]

test('what is sought is cut between characters', () => {
  expect(soughtLine(`${'a'.repeat(199)}🍰 cake`)).toBe('a'.repeat(199))
  expect(soughtLine('\ufdfa'.repeat(400))).toHaveLength(200)
  expect(soughtLine(null)).toBe('')
})

describe('invisible characters', () => {
  test.each(invisible.map((sign) => [sign]))('%j is dropped from values and names', (sign) => {
    expect(plainLine(`${sign}DE${sign}123${sign}`)).toBe('DE123')
    expect(nameLine(`${sign}An${sign}na${sign}`)).toBe('Anna')
    expect(nameLine(sign)).toBe('')
    expect(nameLine(`${sign} ${sign}`)).toBe('')
    expect(isReadable(sign)).toBe(false)
  })

  test.each([
    '\u200c',
    '\u200d',
    '\ufe0f',
    '\u2800',
    ' ',
    '\u00a0',
    '\t',
    '\u3000',
    '\u0301',
    '\u20dd',
  ])('%j alone is not a name', (sign) => {
    expect(nameLine(sign.repeat(3))).toBe('')
    expect(isVisible(sign.repeat(3))).toBe(false)
  })

  test.each(['می\u200cخواهم', 'क्\u200dष', '👩\u200d💻', '❤\ufe0f'])(
    'joiners stay in %s, which needs them',
    (name) => {
      expect(nameLine(name)).toBe(name)
    },
  )

  test.each([
    ['ＤＥ１２３', 'DE123'],
    ['№ 5', 'No 5'],
    ['1\u00a0234\u202f5', '1 234 5'],
    ['a\r\nb', 'a b'],
    ['a\u2028b', 'a b'],
    ['a\u0000b', 'ab'],
    ['ﬁ', 'fi'],
    ['a‐b‑c–d—e−f', 'a-b-c-d-e-f'],
  ])('%j is the value %s', (typed, value) => {
    expect(plainLine(typed)).toBe(value)
  })

  test.each([
    ['e\u0301', 'é'],
    ['  Anna \n Blum ', 'Anna Blum'],
    ['Ａnna', 'Ａnna'],
    ['Anna\u202egnp.exe', 'Annagnp.exe'],
    ['a\ud800b', 'ab'],
  ])('%j is the name %s', (typed, name) => {
    expect(nameLine(typed)).toBe(name)
  })

  test.each([
    ['Anna', true],
    ['李', true],
    ['24/7', true],
    ['-', false],
    ['🙂', false],
    ['\u3164.', false],
  ])('%s is legible: %s', (line, readable) => {
    expect(isReadable(line)).toBe(readable)
  })
})

describe('numbers', () => {
  test.each([
    '12',
    '#12',
    '# 12',
    'Nr. 12',
    'Nr.12',
    'nr 12',
    'NR. 12',
    'No. 12',
    'No 12',
    '№ 12',
    '№12',
    'Nummer 12',
    'Nummer: 12',
    'number 12',
    'Nr. #12',
    'Ticket 12',
    'Ticket #12',
    'Ticket#12',
    'Ticket 12.',
    '[Ticket#12]',
    '(#12)',
    '12,',
    'Ticket-Nr. 12',
    'Ticketnummer: 12',
    'ticket no. 12',
    'Bestellung Nr. 12',
    ' 12\u200b',
    '１２',
  ])('%j is 12', (typed) => {
    expect(numberTyped(typed)).toBe(12)
  })

  test.each([
    '',
    '0',
    '012',
    '-12',
    '1.2',
    '12a',
    'Nr.',
    'Nora 12',
    '1234567890',
    '12 13',
    'Ticket',
    'Ticket 12 13',
    'Kaffee 12',
  ])('%j is not a number', (typed) => {
    expect(numberTyped(typed)).toBeUndefined()
  })

  test.each([
    ['Nr. 1002 Meier', '1002 Meier'],
    ['Bestellung Nr. 1002', 'Bestellung 1002'],
    ['Casino 7', 'Casino 7'],
    ['no sugar', 'no sugar'],
    ['C#12', 'C#12'],
  ])('%s is searched as %s', (typed, searched) => {
    expect(withoutNumberSigns(typed)).toBe(searched)
  })
})
