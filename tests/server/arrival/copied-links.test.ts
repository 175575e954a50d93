import { describe, expect, it } from 'vitest'
import { withoutSentence } from '~/server/arrival/copied-links'

const secret = `${'Ab3_-'.repeat(8)}xyz`
const endingInHyphen = `${secret.slice(0, 42)}-`

const clean = (path: string, query = '') => withoutSentence({ path, query })

describe('a link with the end of its sentence', () => {
  it.each([
    '.',
    ',',
    ')',
    ').',
    '>',
    '%3E',
    '%20',
    '+',
    '%E2%80%8B',
    '/',
    '"',
    '%22',
    '%E2%80%9C',
    '*',
    '**',
    ']',
    ';',
    '!',
    '?',
    '…',
    '%E2%80%A6',
    '%C2%A0',
    '%C2%BB',
    '%27',
    '|',
    '}',
    '_',
    '%0A',
    '%EF%BB%BF',
    '.%20%20',
  ])('leads to that without %s', (end) => {
    expect(clean('/chat', `?t=${secret}${end}`)).toBe(`/chat?t=${secret}`)
    expect(clean('/de/shop/success', `?order=${secret}${end}&proof=abc${end}`)).toBe(
      `/de/shop/success?order=${secret}&proof=abc`,
    )
    expect(clean('/shop', `?item=counter-bell${end}`)).toBe('/shop?item=counter-bell')
    expect(clean('/mails', `?stop=vAbc.${secret}${end}`)).toBe(`/mails?stop=vAbc.${secret}`)
    expect(clean('/dashboard/tickets', `?ticket=12${end}`)).toBe('/dashboard/tickets?ticket=12')
  })

  it.each(['.', ').', ',', '%20', '%E2%80%9D', '*', '>', '%3E', '…'.replace('…', '%E2%80%A6')])(
    'leads to the page without %s',
    (end) => {
      expect(clean(`/shop${end}`)).toBe('/shop')
      expect(clean(`/de/imprint${end}`)).toBe('/de/imprint')
      expect(clean(`/${end}`)).toBe('/')
    },
  )

  it('keeps everything else of the query', () => {
    expect(clean('/chat', `?desk=abc.&q=a.b.&t=${secret}.&lang=de`)).toBe(
      `/chat?desk=abc&q=a.b.&t=${secret}&lang=de`,
    )
  })
})

describe('a link that has nothing of a sentence', () => {
  it.each([
    ['/chat', `?t=${secret}`],
    ['/chat', `?t=${endingInHyphen}`],
    ['/chat', '?t=.'],
    ['/chat', '?t='],
    ['/chat', ''],
    ['/', ''],
    ['/verify-email', '?mode=verifyEmail&oobCode=abc.'],
    ['/shop', '?q=tea.'],
    ['/shop', '?item=tea.pot'],
    ['/assets/page.js', ''],
    ['/chat.data', '?t=abc.'],
    ['/shop', `?item=${'%C3%BC'}`],
  ])('%s%s stays', (path, query) => {
    expect(clean(path, query)).toBeUndefined()
  })
})
