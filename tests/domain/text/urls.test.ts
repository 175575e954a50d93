import { expect, test } from 'vitest'
import { parseUrl } from '../../../app/domain/text/urls'
import { sourcesIn } from '../../support/source-files'

test.each([
  ['https://example.com/a', 'https://example.com/a'],
  ['https://käthe.example', 'https://xn--kthe-loa.example/'],
  ['', undefined],
  ['example.com', undefined],
  ['https://', undefined],
  ['https://a b', undefined],
])('%j is %s, however often it is asked', (text, href) => {
  for (let times = 0; times < 20_000; times += 1)
    if (parseUrl(text)?.href !== href) expect([times, parseUrl(text)?.href]).toEqual([0, href])
})

test('nothing asks URL.canParse', () => {
  const asking = sourcesIn('app').filter(({ text }) => /\bcanParse\(/.test(text))
  expect(asking.map(({ path }) => path)).toEqual([])
})
