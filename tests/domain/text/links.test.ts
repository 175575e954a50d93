import { describe, expect, test } from 'vitest'
import { linksIn } from '../../../app/domain/text/links'

const hrefs = (text: string) => linksIn(text).flatMap(({ href }) => href ?? [])

describe('links in a text', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTP://EXAMPLE.com/A', 'http://example.com/A'],
    ['See https://example.com/a.', 'https://example.com/a'],
    ['(https://example.com/a)', 'https://example.com/a'],
    ['https://example.com/a_(b)', 'https://example.com/a_(b)'],
    ['(https://example.com/a_(b))', 'https://example.com/a_(b)'],
    ['https://example.com/a, and', 'https://example.com/a'],
    ['https://example.com/?q=a&b=c!', 'https://example.com/?q=a&b=c'],
    ['“https://example.com/a”', 'https://example.com/a'],
    ['"https://example.com/a"', 'https://example.com/a'],
    ['<https://example.com/a>', 'https://example.com/a'],
    ['**https://example.com/a**', 'https://example.com/a'],
    ['[here](https://example.com/a)', 'https://example.com/a'],
    ['https://example.com/a?', 'https://example.com/a'],
    ['https://example.com:8080/a:', 'https://example.com:8080/a'],
    ['https://example.com/a#b;', 'https://example.com/a#b'],
    ['https://example.com/a\u200b', 'https://example.com/a'],
    ['https://example.com/a\u202etxt', 'https://example.com/a'],
    ['https://example.com/日本。', 'https://example.com/%E6%97%A5%E6%9C%AC'],
    ['„https://example.com/a“', 'https://example.com/a'],
    ['‹https://example.com/a›', 'https://example.com/a'],
    ['_https://example.com/a_', 'https://example.com/a'],
    ['‚https://example.com/a‘', 'https://example.com/a'],
    ['https://example.com/a–', 'https://example.com/a'],
    ['https://example.com/a—', 'https://example.com/a'],
    ['`https://example.com/a`', 'https://example.com/a'],
    ['https://example.com🙂', 'https://example.com/'],
    ['https://example.com/a❤️!', 'https://example.com/a'],
    ['https://example.com/a?utm_source=x&amp;b=1.', 'https://example.com/a?utm_source=x&amp;b=1'],
    ['https://example.com/a…', undefined],
    ['https://example.com/a …', undefined],
    ['xhttps://example.com', undefined],
    ['https://', undefined],
    ['https://.', undefined],
    ['https://exa mple', 'https://exa/'],
    ['http:/example.com', undefined],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['ftp://example.com', undefined],
    ['//example.com', undefined],
    ['example.com', undefined],
    ['https://[::1', undefined],
    ['https://a%zz.example', undefined],
  ])('%j has %s', (text, href) => {
    expect(hrefs(text)).toEqual(href ? [href] : [])
    expect(
      linksIn(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })

  test.each([
    ['https://bank.example@evil.example/a', 'evil.example'],
    ['https://bank.example:443@evil.example', 'evil.example'],
    ['https://bank.example%2F@evil.example', 'evil.example'],
    ['https://аррӏе.com', 'xn--80ak6aa92e.com'],
    ['https://müller.de', 'xn--mller-kva.de'],
    ['https://ｅvil.example', 'evil.example'],
    ['https://%65vil.example', 'evil.example'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['https://bank.example\\@evil.example', 'bank.example'],
    ['https://bank.example', undefined],
    ['https://Bank.Example:443/a', undefined],
    ['https://bank.example.evil.example/', undefined],
    ['https://bank.example?x@evil.example', undefined],
  ])('%s says that it leads to %s', (text, host) => {
    expect(linksIn(text)[0]?.host).toBe(host)
  })

  test('several are found, with the text between them', () => {
    expect(linksIn('a https://b.example, https://c.example d')).toEqual([
      { text: 'a ' },
      { text: 'https://b.example', href: 'https://b.example/' },
      { text: ', ' },
      { text: 'https://c.example', href: 'https://c.example/' },
      { text: ' d' },
    ])
  })

  test('leave every character of a text of any length in place', () => {
    for (const piece of [
      'https://',
      'https://a.example/ ',
      'h',
      'https://a/)',
      ')',
      '(',
      '.…',
      '@',
    ])
      for (const begin of ['', 'https://a.example/']) {
        const text = begin + piece.repeat(60_000 / piece.length)
        const parts = linksIn(text).map((part) => part.text)
        expect(parts.join('') === text, piece).toBe(true)
      }
  })
})
