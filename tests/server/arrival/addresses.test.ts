import { describe, expect, it } from 'vitest'
import {
  betterAddress,
  canonicalPath,
  inWantedLanguage,
  withoutSentence,
} from '~/server/arrival/addresses'
import { splitTarget } from '~/server/arrival/visit'

const get = (path: string, query = '') => ({ method: 'GET', path, query })

describe('the one address of a page', () => {
  it.each([
    ['/', '/'],
    ['/login', '/login'],
    ['/de/login', '/de/login'],
    ['/_root.data', '/_root.data'],
    ['/english', '/english'],
    ['/en', '/'],
    ['/en/', '/'],
    ['/en/login', '/login'],
    ['/login/', '/login'],
    ['/de/', '/de'],
    ['//evil.example', '/evil.example'],
    ['///evil.example//', '/evil.example'],
    ['/\\evil.example', '/evil.example'],
    ['/en//evil.example', '/evil.example'],
    ['/de//evil.example/', '/de/evil.example'],
    ['/de/\\evil.example', '/de/evil.example'],
    ['/%73hop', '/shop'],
    ['/%53hop', '/Shop'],
    ['/%64%65/shop', '/de/shop'],
    ['/%2Fevil.example', '/%2Fevil.example'],
    ['/shop;jsessionid=1A', '/shop'],
    ['/de;a=1/shop;b', '/de/shop'],
    ['/;a', '/'],
    ['/index.html', '/'],
    ['/de/index.php', '/de'],
    ['/en/index.htm', '/'],
    ['/shop/index.html/', '/shop'],
    ['/shop/default.aspx', '/shop'],
    ['/my-index.html', '/my-index.html'],
  ])('of %s is %s', (path, canonical) => {
    expect(canonicalPath(path)).toBe(canonical)
  })

  it('keeps the query as it is', () => {
    expect(betterAddress(get('/en/login', '?redirect=%2Fa+b&x'), {})).toEqual({
      status: 301,
      headers: { location: '/login?redirect=%2Fa+b&x' },
    })
  })

  it.each([
    ['?index', ''],
    ['?index=', ''],
    ['?a=1&index=&b', '?a=1&b'],
    ['?index&a=index', '?a=index'],
  ])('has no index of Remix’s forms: %s', (query, rest) => {
    expect(betterAddress(get('/de/dashboard', query), {})?.headers).toEqual({
      location: `/de/dashboard${rest}`,
    })
    const form = { method: 'POST', path: '/de/dashboard', query }
    expect(betterAddress(form, {})).toBeUndefined()
    expect(betterAddress(get('/de/dashboard.data', query), {})).toBeUndefined()
  })

  it.each([
    ['/de/shop?checkout', '/de/shop/checkout'],
    ['/shop?checkout=&in=house-coffee', '/shop/checkout?in=house-coffee'],
    ['/dashboard/shelf?new&desk=ab', '/dashboard/shelf/product?desk=ab'],
    [
      '/de/dashboard/shelf?product=house-coffee',
      '/de/dashboard/shelf/product?product=house-coffee',
    ],
    ['/dashboard/shelf?shipping', '/dashboard/shelf/shipping'],
    ['/dashboard/settings?section=people', '/dashboard/settings/people'],
    [
      '/de/dashboard/settings?section=delete&step=confirm',
      '/de/dashboard/settings/delete?step=confirm',
    ],
    [
      '/dashboard/settings?desk=ab&section=orders&before=7',
      '/dashboard/settings/plan?desk=ab&before=7',
    ],
  ])('of a page that was at %s is %s', (old, present) => {
    const [path = '', query] = old.split('?')
    const asked = { path, query: `?${query}` }
    expect(betterAddress({ method: 'GET', ...asked }, {})).toEqual({
      status: 301,
      headers: { location: present },
    })
    expect(betterAddress({ method: 'POST', ...asked }, {})?.status).toBe(308)
    const data = { ...asked, path: `${path}.data` }
    expect(betterAddress({ method: 'POST', ...data }, {})?.headers).toEqual({
      location: present.replace(/(?=\?|$)/, '.data'),
    })
    // What a script reads leads to a document.
    expect(betterAddress({ method: 'GET', ...data }, {})).toBeUndefined()
  })

  it('of Settings takes a form of an earlier page, which named no section, for General’s', () => {
    const form = { method: 'POST', path: '/de/dashboard/settings', query: '?desk=ab' }
    const location = '/de/dashboard/settings/general?desk=ab'
    expect(betterAddress(form, {})).toEqual({ status: 308, headers: { location } })
    expect(betterAddress({ ...form, query: '?index' }, {})).toBeUndefined()
    expect(betterAddress({ ...form, method: 'GET' }, {})).toBeUndefined()
  })

  it('knows no other section of Settings', () => {
    expect(betterAddress(get('/dashboard/settings', '?section=moon'), {})).toBeUndefined()
    expect(betterAddress(get('/dashboard/tickets', '?section=people'), {})).toBeUndefined()
  })

  it('keeps an index with a value, which is none of Remix’s', () => {
    expect(betterAddress(get('/shop', '?index=2'), {})).toBeUndefined()
  })

  it('keeps the words of a form that was sent to the long way', () => {
    expect(betterAddress({ method: 'POST', path: '/en/login', query: '' }, {})?.status).toBe(308)
  })

  it.each([
    ['/SHOP', '/shop'],
    ['/De', '/de'],
    ['/DE/Shop/Success', '/de/shop/success'],
    ['/EN/shop', '/shop'],
    ['/En/', '/'],
    ['/Dashboard/Orders', '/dashboard/orders'],
    ['/Shop/', '/shop'],
  ])('in small letters: %s is %s, for links and for forms', (path, location) => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const answer = betterAddress({ method, path, query: '?item=Tea&Q=A' }, {})
      expect(answer).toEqual({ status: 308, headers: { location: `${location}?item=Tea&Q=A` } })
    }
  })

  it.each(['/assets/Page-DxYz12.js', '/Robots.txt', '/files/A_b'])(
    'leaves the letters of %s',
    (path) => {
      expect(betterAddress(get(path), {})).toBeUndefined()
    },
  )

  it('is nothing to lead to when one is there already', () => {
    expect(betterAddress(get('/login', '?a=1'), {})).toBeUndefined()
  })
})

describe('a path that leads to another site', () => {
  const redirects = { '/jobs': 'https://example.com/jobs?from=counter' }

  it.each(['/jobs', '/de/jobs', '/en/jobs'])('does so from %s', (path) => {
    expect(betterAddress(get(path), redirects)).toEqual({
      status: 302,
      headers: { location: 'https://example.com/jobs?from=counter' },
    })
  })

  it.each(['/jobs/old', '/fr/jobs'])('does not from %s', (path) => {
    expect(betterAddress(get(path), redirects)).toBeUndefined()
  })

  it('does not swallow a form', () => {
    expect(betterAddress({ method: 'POST', path: '/jobs', query: '' }, redirects)).toBeUndefined()
  })
})

describe('a language that somebody chooses', () => {
  it.each([
    ['/login', '?language=de', '/de/login'],
    ['/de/login', '?language=en', '/login'],
    ['/', '?language=de', '/de'],
    ['/de', '?language=en', '/'],
    ['/de/chat', '?language=de', '/de/chat'],
    ['/chat', '?t=a%20b&language=de&desk=1', '/de/chat?t=a%20b&desk=1'],
    ['/chat', '?language=de&language=en', '/de/chat'],
  ])('%s%s leads to %s', (path, query, location) => {
    const answer = inWantedLanguage(get(path, query), 'https://counter.example.com')
    expect(answer?.status).toBe(303)
    expect(answer?.headers.location).toBe(location)
  })

  it('is remembered for a year', () => {
    const answer = inWantedLanguage(get('/', '?language=de'), 'https://counter.example.com')
    expect(answer?.headers['set-cookie']).toBe(
      'i18n_redirected=de; Max-Age=31536000; Path=/; SameSite=Lax; Secure',
    )
  })

  it('is remembered without Secure where the line is not', () => {
    const answer = inWantedLanguage(get('/', '?language=en'), 'http://localhost:3000')
    expect(answer?.headers['set-cookie']).not.toContain('Secure')
  })

  it.each(['', '?language=', '?language=fr', '?language=DE', '?slanguage=de', '?a=language=de'])(
    'is none in %j',
    (query) => {
      expect(inWantedLanguage(get('/', query), 'http://localhost')).toBeUndefined()
    },
  )

  it('does not lead a form away from what was typed', () => {
    const form = { method: 'POST', path: '/chat', query: '?language=de&t=1' }
    expect(inWantedLanguage(form, 'http://localhost')).toBeUndefined()
  })
})

describe('the language of a mail’s reader', () => {
  it.each([
    ['/verify-email', '?mode=signIn&lang=de', '/de/verify-email?mode=signIn&lang=de'],
    ['/sample', '?lang=de-AT', '/de/sample?lang=de-AT'],
    ['/de/verify-email', '?lang=en_GB', '/verify-email?lang=en_GB'],
  ])('leads %s%s to %s and is not remembered', (path, query, location) => {
    const answer = inWantedLanguage(get(path, query), 'http://localhost')
    expect(answer).toEqual({ status: 302, headers: { location } })
  })

  it.each([
    ['/de/verify-email', '?lang=de'],
    ['/verify-email', '?lang=en'],
    ['/verify-email', '?lang=fr'],
    ['/verify-email', '?lang='],
    ['/verify-email.data', '?lang=de'],
  ])('leads %s%s nowhere', (path, query) => {
    expect(inWantedLanguage(get(path, query), 'http://localhost')).toBeUndefined()
  })

  it('gives way to what the reader chooses', () => {
    const answer = inWantedLanguage(
      get('/verify-email', '?lang=en&language=de'),
      'http://localhost',
    )
    expect(answer?.headers.location).toBe('/de/verify-email?lang=de')
  })
})

describe('a request target', () => {
  it.each([
    ['/', { path: '/', query: '' }],
    ['/a?b=c?d', { path: '/a', query: '?b=c?d' }],
    ['/a?', { path: '/a', query: '' }],
    ['/a#b?c', { path: '/a', query: '' }],
    ['//evil.example/a', { path: '//evil.example/a', query: '' }],
    ['*', { path: '*', query: '' }],
    ['http://evil.example/a?b', { host: 'evil.example', path: '/a', query: '?b' }],
    ['http://evil.example?b', { host: 'evil.example', path: '/', query: '?b' }],
  ])('%s is read as it is written', (target, parts) => {
    expect(splitTarget(target)).toEqual(parts)
  })
})

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
    '=',
    '%3D',
    '%E2%80%98',
    '%C2%AB',
    '%E2%80%BA',
    '%E2%80%94',
    '%F0%9F%99%82',
  ])('leads to that without %s', (end) => {
    expect(clean('/chat', `?t=${secret}${end}`)).toBe(`/chat?t=${secret}`)
    expect(clean('/de/shop/success', `?order=${secret}${end}`)).toBe(
      `/de/shop/success?order=${secret}`,
    )
    expect(clean('/de/shop/success', `?order=1001.${secret}${end}`)).toBe(
      `/de/shop/success?order=1001.${secret}`,
    )
    expect(clean('/shop', `?item=counter-bell${end}`)).toBe('/shop?item=counter-bell')
    expect(clean('/mails', `?stop=vAbc.${secret}${end}`)).toBe(`/mails?stop=vAbc.${secret}`)
    expect(clean('/signup', `?setup=${secret}${end}`)).toBe(`/signup?setup=${secret}`)
    expect(clean('/dashboard/tickets', `?ticket=12${end}`)).toBe('/dashboard/tickets?ticket=12')
  })

  const pageEnds = ['.', ').', ',', '%20', '%E2%80%9D', '*', '>', '%3E', '%E2%80%A6', '=', '%3F']
  const rareEnds = [
    '%E2%80%98',
    '%C2%AB',
    '%E2%80%BA',
    '%E2%80%93',
    '%C2%AD',
    '%E2%81%A0',
    '%0D%0A',
    '`',
    '%E3%80%82',
  ]

  it.each([...pageEnds, ...rareEnds])('leads to the page without %s', (end) => {
    expect(clean(`/shop${end}`)).toBe('/shop')
    expect(clean(`/de/imprint${end}`)).toBe('/de/imprint')
    expect(clean(`/${end}`)).toBe('/')
  })

  it.each([
    `?t=3D${secret}`,
    `?t=%20${secret}`,
    `?t=%3C${secret}%3E`,
    `?t=${secret.slice(0, 20)}%20${secret.slice(20)}`,
    `?t=${secret.slice(0, 20)}=%0A${secret.slice(20)}`,
  ])('that an e-mail program has changed is mended: %s', (query) => {
    expect(clean('/chat', query)).toBe(`/chat?t=${secret}`)
  })

  it('names products and desks in small letters', () => {
    expect(clean('/shop', '?item=Counter-Bell.')).toBe('/shop?item=counter-bell')
    expect(clean('/chat', `?desk=01ABC&t=${secret}`)).toBe(`/chat?desk=01abc&t=${secret}`)
  })

  it.each(['&amp;', '&amp%3B', '&amp;amp;'])('has no %s in its query', (and) => {
    expect(clean('/chat', `?desk=abc${and}t=${secret}`)).toBe(`/chat?desk=abc&t=${secret}`)
  })

  it('has no escaped query', () => {
    expect(clean(`/chat%3Ft=${secret}.`)).toBe(`/chat?t=${secret}`)
    expect(clean(`/de/chat%3Fdesk%3Dabc%26t%3D${secret}`)).toBe(`/de/chat?desk=abc&t=${secret}`)
    expect(clean('/shop%3Fitem=%0D%0Ax')).toBeUndefined()
  })

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
    ['/shop', '?q=tea.'],
    ['/shop', '?item=tea.pot'],
    ['/chat', '?item=%3Cb%3Ex'],
    ['/assets/page.js', ''],
    ['/chat.data', '?t=abc.'],
    ['/shop', `?item=${'%C3%BC'}`],
  ])('%s%s stays', (path, query) => {
    expect(clean(path, query)).toBeUndefined()
  })
})
