import { describe, expect, test } from 'vitest'
import { asciiEmail, emailKey, readEmail } from '../../../app/domain/text/email'

describe('an address', () => {
  test.each([
    'anna@example.com',
    'ANNA@Example.COM',
    'a&b@example.com',
    'a!b@example.com',
    'sales#1@example.com',
    'x~y@example.com',
    'anna+shop@example.co.uk',
    "o'brien@example.ie",
    'a..b@docomo.ne.jp',
    '.a@docomo.ne.jp',
    'a.@ezweb.ne.jp',
    '-a@example.com',
    'a/b=c?d@example.com',
    '{a|b}^c`d$e%f*g@example.com',
    'post@example.xn--p1ai',
    'post@xn--mller-kva.de',
    'info@müller.de',
    'info@пример.рф',
    'info@例え.jp',
    'info@straße.de',
    'a@b.c',
    'a@123.example',
    `${'a'.repeat(64)}@example.com`,
  ])('%s is taken as it is', (typed) => {
    expect(readEmail(typed)).toEqual({ address: typed })
  })

  test.each([
    ['  anna@example.com\t', 'anna@example.com'],
    ['anna@example.com\u200b', 'anna@example.com'],
    ['\u202aanna@example.com\u202c', 'anna@example.com'],
    ['an\u00adna@exam\u00adple.com', 'anna@example.com'],
    ['\ufeffanna@example.com', 'anna@example.com'],
    ['\u3164anna@example.com', 'anna@example.com'],
    ['ａｎｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'anna@example.com'],
    ['info@MÜLLER.de', 'info@müller.de'],
    ['info@mu\u0308ller.de', 'info@müller.de'],
    ['info@例え。jp', 'info@例え.jp'],
    ['anna@my‑shop.de', 'anna@my-shop.de'],
    ['anna–maria@müller–söhne.de', 'anna-maria@müller-söhne.de'],
    ['anna@example.com\u2060', 'anna@example.com'],
    ['o’brien@example.ie', "o'brien@example.ie"],
  ])('%j is %s', (typed, address) => {
    expect(readEmail(typed)).toEqual({ address })
  })

  test.each([
    '',
    'anna',
    '@example.com',
    'anna@',
    'anna@example',
    'anna@example.com,',
    'anna@example.com.',
    'anna@example..com',
    'anna@-example.com',
    'anna@example-.com',
    'anna@exam_ple.com',
    'anna@@example.com',
    'an na@example.com',
    'anna@exam ple.com',
    'anna@example.com;bert@example.com',
    'Anna <anna@example.com>',
    '"anna"@example.com',
    'anna@[127.0.0.1]',
    'anna@example.com/x',
    'anna@müller.de:25',
    'anna@müller.de/x',
    'anna@müller.de,',
    'anna@mül ler.de',
    'anna@müller',
    'anna\r\nBcc: x@example.com',
    'a,b@example.com',
    'anna@exa\u{1f600}mple..com',
    `${'a'.repeat(250)}@example.com`,
    `anna@${'a'.repeat(64)}.com`,
  ])('%j is none', (typed) => {
    expect(readEmail(typed)).toEqual({ problem: 'invalid' })
  })

  test.each(['ü@exämple.com', 'jürgen@example.com', '用户@example.com'])(
    '%s has letters that mail servers refuse before the @',
    (typed) => {
      expect(readEmail(typed)).toEqual({ problem: 'local' })
    },
  )

  test('with an international domain is sent in ASCII', () => {
    expect(asciiEmail('info@müller.de')).toBe('info@xn--mller-kva.de')
    expect(asciiEmail('ü@exämple.com')).toBe('ü@xn--exmple-cua.com')
    expect(asciiEmail('Anna@Example.com')).toBe('Anna@Example.com')
    expect(asciiEmail('no address')).toBe('no address')
  })

  test.each([
    ['Anna@Example.com', 'anna@example.COM'],
    ['info@müller.de', 'INFO@xn--mller-kva.de'],
    ['info@müller.de', 'info@MU\u0308LLER.DE'],
  ])('%s and %s are the same', (one, other) => {
    expect(emailKey(one)).toBe(emailKey(other))
  })
})
