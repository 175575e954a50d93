import { describe, expect, test } from 'vitest'
import { type Bytes, bytesOf } from '../../../app/domain/files/files'
import { asUtf8, textEncodingOf } from '../../../app/domain/files/plain-text'
import { recognise, sniffedBytes } from '../../../app/domain/files/recognition'

const found = (text: string, name = 'x') =>
  recognise(async () => bytesOf(Buffer.from(text, 'latin1')), name)

describe('a PDF', () => {
  test.each([
    ['at once', '%PDF-1.7\n'],
    ['after a byte order mark', '\xef\xbb\xbf%PDF-1.4\r\n'],
    ['after line feeds', '\n\r\n%PDF-1.4\n'],
    ['after blanks', '  \t%PDF-2.0\n'],
    ['after the header of a printer', '\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n%PDF-1.3\n'],
    ['after zeros', `${'\0'.repeat(200)}%PDF-1.5\n`],
    ['as late as readers look', `${'\0'.repeat(sniffedBytes - 9)}%PDF-1.5\n`],
  ])('is known by its header %s', async (_, text) => {
    expect(await found(text)).toEqual({ type: 'application/pdf' })
  })

  test.each([
    ['too late', `${'\0'.repeat(sniffedBytes)}%PDF-1.5\n`],
    ['in a sentence', 'The file begins with %PDF-1.7 and more'],
    ['without a version', '\nabc %PDF-\n'],
    ['cut off', '\n%PD'],
  ])('is not what has one %s', async (_, text) => {
    expect(await found(text)).not.toEqual({ type: 'application/pdf' })
  })
})

test.each([
  ['\0\0\0\x18ftypheic\0\0\0\0', { picture: 'image/heic' }],
  ['\0\0\0\x24ftypmif1\0\0\0\0mif1heic', { picture: 'image/heic' }],
  ['\0\0\0\x1cftypmif1\0\0\0\0mif1avif', { picture: 'image/avif' }],
  ['\0\0\0\x10ftypmp42\0\0\0\0heic', { type: 'video/mp4' }],
  ['\0\0\0\x18ftypXYZ ', 'type'],
  ['ftypheic', { text: 'text/plain', encoding: 'utf-8' }],
])('%j, which is like MP4, is %j', async (text, kind) => {
  expect(await found(text)).toEqual(kind)
})

test.each([
  ['MZ 20 is a postcode', 'a.txt', { text: 'text/plain', encoding: 'utf-8' }],
  ['MZ\x90\0', 'a.txt', 'program'],
  ['#!/bin/sh', 'a.txt', 'program'],
  ['words', 'a.PS1 . ', 'program'],
  ['words', 'a.exe\0.txt', 'program'],
  ['words', 'a.svg', 'markup'],
  ['words', 'a.docm', 'macro'],
  ['Subject: Cups\n\nTen', 'a.eml', { type: 'message/rfc822' }],
  ['Subject: Cups\n\nTen', 'a.txt', { text: 'text/plain', encoding: 'utf-8' }],
  ['Ten cups', 'a.eml', { text: 'text/plain', encoding: 'utf-8' }],
  ['ID3 is a school', 'a.mp3', { text: 'text/plain', encoding: 'utf-8' }],
])('%j as %j is %j', async (text, name, kind) => {
  expect(await found(text, name)).toEqual(kind)
})

describe('plain text', () => {
  const read = (content: Uint8Array) => async (): Promise<Bytes> => bytesOf(content)
  const wide = (text: string, swapped = false) => {
    const bytes = Buffer.from(text, 'utf16le')
    return swapped ? bytes.swap16() : bytes
  }
  async function textOf(content: Uint8Array) {
    const encoding = await textEncodingOf(read(content))
    if (!encoding || encoding === 'markup') return encoding
    let text = ''
    for await (const piece of asUtf8(bytesOf(content), encoding)) text += Buffer.from(piece)
    return text
  }

  test.each([
    ['UTF-8', Buffer.from('Grüße\n')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffGrüße\n')],
    ['Windows-1252', Buffer.from('Grüße\n', 'latin1')],
    ['UTF-16', wide('\ufeffGrüße\n')],
    ['UTF-16, big end first', wide('\ufeffGrüße\n', true)],
    ['UTF-16 without a byte order mark', wide('Grüße\n')],
    ['the same, big end first', wide('Grüße\n', true)],
  ])('in %s is read', async (_, content) => {
    expect(await textOf(content)).toBe('Grüße\n')
  })

  test('in Windows-1252 keeps its euro signs, quotes and dashes', async () => {
    const content = Buffer.from([0x84, 0x35, 0x20, 0x80, 0x93, 0x20, 0x96, 0x20, 0xfc, 0x0a])
    expect(await textOf(content)).toBe('„5 €“ – ü\n')
    // Bytes that it does not use.
    expect(await textOf(Buffer.from([0x41, 0x81, 0xfc]))).toBeUndefined()
  })

  test.each([
    ['<?xml version="1.0"?>', 'markup'],
    ['\ufeff <!DOCTYPE html>', 'markup'],
    ['<svg/>', 'markup'],
    ['a < b', 'a < b'],
    ['a\0b', undefined],
    ['\x01\x02', undefined],
  ])('of %j is %j, in every encoding', async (text, found) => {
    const outcomes = await Promise.all(
      [Buffer.from(text), wide(`\ufeff${text}`), wide(`\ufeff${text}`, true)].map(textOf),
    )
    expect(outcomes).toEqual([found, found, found])
  })

  test('that ends within a character is not UTF-16', async () => {
    expect(await textOf(wide('\ufeffab').subarray(0, 5))).toBeUndefined()
  })
})
