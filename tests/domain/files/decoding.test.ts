import { describe, expect, test } from 'vitest'
import { decodeJson, decodeText } from '../../../app/domain/files/decoding'

const utf8 = (text: string) => new TextEncoder().encode(text)
const bytes = (...all: number[]) => Uint8Array.from(all)
const latin1 = (text: string) => Uint8Array.from([...text].map((sign) => sign.charCodeAt(0)))
const utf16 = (text: string, littleEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(2 * text.length))
  for (const [at, sign] of [...text].entries()) {
    view.setUint16(2 * at, sign.charCodeAt(0), littleEndian)
  }
  return new Uint8Array(view.buffer)
}

describe('a text file', () => {
  test.each(['', 'Türschild', 'a\r\nb\n', '🙂', '\ufffd', '日本語', 'é', 'x\ufeffy'])(
    'in UTF-8 is read: %j',
    (text) => {
      expect(decodeText(utf8(text))).toBe(text)
      expect(decodeText(utf8(`\ufeff${text}`))).toBe(text)
    },
  )

  test.each([
    [
      'in Windows-1252',
      latin1('{\n"title": "T\xfcrschild"}'),
      'line 2, after “T”: the file is not',
    ],
    ['in Windows-1252, at once', latin1('\xfcber'), 'line 1: the file is not UTF-8'],
    ['with a Windows quote', latin1('a \x84Tee\x93'), 'perhaps Windows-1252'],
    ['with a euro sign of Windows', bytes(0x80), 'perhaps Windows-1252'],
    ['in ISO 8859-15', latin1('12 \xa4'), 'the file is not UTF-8'],
    ['in Mac Roman', bytes(0x54, 0x9f, 0x72), 'the file is not UTF-8'],
    ['cut within a letter', utf8('Tü').slice(0, 2), 'the file is not UTF-8'],
    ['with an overlong slash', bytes(0xc0, 0xaf), 'the file is not UTF-8'],
    ['with a surrogate', bytes(0xed, 0xa0, 0x80), 'the file is not UTF-8'],
    ['in UTF-16', utf16('\ufeff{}', true), 'the file is UTF-16'],
    ['in UTF-16, big end first', utf16('\ufeff{}', false), 'the file is UTF-16'],
    ['in UTF-16 without its mark', utf16('{}', true), 'UTF-16 without a byte order mark'],
    ['in UTF-16 without its mark, with umlauts', utf16('{"ü"}', true), 'UTF-16 without'],
    ['the same, big end first', utf16('{"Tüte"}', false), 'UTF-16 without'],
    ['in UTF-32', bytes(0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0), 'the file is UTF-32'],
    ['in UTF-32, big end first', bytes(0, 0, 0xfe, 0xff, 0, 0, 0, 0x7b), 'the file is UTF-32'],
    ['with a zero byte', bytes(0x61, 0, 0x62), 'zero bytes'],
  ])('%s is refused with what to do', (_, content, sentence) => {
    expect(() => decodeText(content)).toThrow(sentence)
    expect(() => decodeText(content)).toThrow('save it as UTF-8')
    expect(() => decodeJson(content)).toThrow(sentence)
  })
})

describe('a JSON file', () => {
  test.each([
    ['{"a": "ü"}', { a: 'ü' }],
    ['\ufeff[1]', [1]],
    [' null\n', null],
  ])('%j is read', (text, content) => {
    expect(decodeJson(utf8(text))).toEqual(content)
  })

  test.each([
    ['', 'the file is empty'],
    ['\ufeff \n', 'the file is empty'],
    ['{', 'the file is not JSON'],
    ['{"a": 1,}', 'the file is not JSON'],
    ['<html>', 'the file is not JSON'],
  ])('%j is refused with a sentence', (text, sentence) => {
    expect(() => decodeJson(utf8(text))).toThrow(sentence)
  })
})
