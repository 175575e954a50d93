import { describe, expect, it } from 'vitest'
import { locationOf } from '~/http/links/location'
import { sourcesIn } from '../../support/source-files'

describe('the value of a Location header', () => {
  it.each([
    ['/shop', '/shop'],
    ['/shop?item=tea#receipt', '/shop?item=tea#receipt'],
    ['/dashboard/shelf#１', '/dashboard/shelf#%EF%BC%91'],
    ['/shop?in=Tür schild', '/shop?in=T%C3%BCr%20schild'],
    ['/shop?q=a%20b&x=%2F', '/shop?q=a%20b&x=%2F'],
    ['/shop\r\nSet-Cookie: a=b', '/shopSet-Cookie:%20a=b'],
    ['/shop?q=\ud800', '/shop?q=%EF%BF%BD'],
    ['/shop?q=🙂\u2028', '/shop?q=%F0%9F%99%82%E2%80%A8'],
    ['//evil.example', '/evil.example'],
    ['/\\evil.example', '/evil.example'],
    ['/.//evil.example', '/evil.example'],
    ['/\t/evil.example', '/evil.example'],
    [' //evil.example', '/evil.example'],
    ['\0\n/\r\\evil.example', '/evil.example'],
    ['https://example.com/jobs?a=b', 'https://example.com/jobs?a=b'],
    ['https://müller.de/ü', 'https://xn--mller-kva.de/%C3%BC'],
  ])('for %j is %s', (address, location) => {
    expect(locationOf(address)).toBe(location)
    expect(new Headers({ Location: locationOf(address) }).get('Location')).toBe(location)
  })

  it('is made in one place', () => {
    const makers = sourcesIn('app')
      .filter(({ text }) => /\bredirect\b[^'\n]*'@remix-run\/node'/.test(text))
      .map(({ path }) => path)
    expect(makers).toEqual(['app/http/responses/redirect.ts'])
  })
})
