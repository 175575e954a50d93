import { describe, expect, test } from 'vitest'
import { safeRedirect } from '../../../app/http/links/safe-redirect'

const hostile: unknown[] = [
  // Nothing, or nothing but blanks.
  undefined,
  null,
  0,
  true,
  '',
  ' ',
  {},
  [],
  ['/dashboard'],
  ['/dashboard', '//evil.example'],
  { toString: () => '/dashboard' },
  new String('/dashboard'),
  Symbol('/dashboard'),
  // Other hosts, plainly.
  'https://evil.example',
  'http://evil.example/dashboard',
  'HTTPS://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'evil.example',
  'evil.example/dashboard',
  'https://origin.invalid/dashboard',
  // Other schemes.
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'mailto:somebody@evil.example',
  'file:///etc/passwd',
  // Hosts without a scheme.
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '//evil.example/%2e%2e',
  '//[::1]/',
  '//3232235777/',
  '//user@evil.example',
  '//localhost:3000@evil.example',
  '//origin.invalid/dashboard',
  '//',
  // Backslashes, which browsers read as slashes.
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '/dashboard\\..\\evil',
  '/chat?next=\\evil',
  // Tabs and line ends, which browsers drop, and other control characters.
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  ' /dashboard',
  '/dashboard\r\nSet-Cookie: sid=1',
  '/dashboard\u0000',
  '/\u0000/evil.example',
  '/\u007f/evil.example',
  '/\u0085/evil.example',
  // Dots that the parser resolves.
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/%2E%2e//evil.example',
  '/dashboard/..//evil.example',
  '/de/../../..//evil.example',
  // Escapes that somebody may resolve later.
  '/%2fevil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/%255cevil.example',
  '/%252f%252fevil.example',
  '/%09/evil.example',
  '/%0d%0aSet-Cookie:%20sid=1',
  '/%00',
  '/%',
  '/%zz',
  '/%c0%af/evil.example',
  // Look-alikes of slashes, and names with a host in them.
  '/／evil.example',
  '／／evil.example',
  '/\u2028/evil.example',
  '/@evil.example',
  '/dashboard@evil.example',
  '/:80',
  '/dashboard//evil.example',
  '/;@evil.example',
  '/http://evil.example',
  // Not from the beginning.
  'dashboard',
  './dashboard',
  '../dashboard',
  '?redirect=/dashboard',
  '#/dashboard',
  '.',
  // Ours, but no place to come back to.
  '/login',
  '/login/',
  '/LOGIN',
  '/%6cogin',
  '/login?redirect=/login',
  '/login#top',
  '/dashboard/../login',
  '/logout',
  '/Logout',
  '/logout?redirect=/dashboard',
  '/session',
  '/live',
  '/live?topic=desk',
  '/live/',
  '/de/login',
  '/de/login?redirect=%2Fde%2Flogin',
  '/de/logout',
  '/de/session',
  '/de/live',
  '/DE/logout',
  '/en/login',
  '/dashboard.data',
  '/dashboard/tickets.data?_routes=x',
  '/login.data',
  // Too long.
  `/${'a'.repeat(2048)}`,
  `/chat?q=${'ä'.repeat(1000)}`,
]

const good: [given: string, followed: string][] = [
  ['/', '/'],
  ['/de', '/de'],
  ['/de/', '/de/'],
  ['/dashboard', '/dashboard'],
  ['/dashboard/tickets', '/dashboard/tickets'],
  ['/dashboard/tickets?ticket=7&state=open', '/dashboard/tickets?ticket=7&state=open'],
  ['/de/dashboard/tickets?q=Grüße', '/de/dashboard/tickets?q=Gr%C3%BC%C3%9Fe'],
  ['/dashboard/tickets?q=a%2Fb%20c', '/dashboard/tickets?q=a%2Fb%20c'],
  ['/chat?desk=01abc&t=s_e-cret#last', '/chat?desk=01abc&t=s_e-cret#last'],
  ['/verify-email?mode=verifyEmail&lang=de', '/verify-email?mode=verifyEmail&lang=de'],
  ['/shop?item=//not-a-host', '/shop?item=//not-a-host'],
  ['/shop?item=https://evil.example', '/shop?item=https://evil.example'],
  ['/dashboard/../shop', '/shop'],
  ['/dashboard/./tickets', '/dashboard/tickets'],
  ['/login-help', '/login-help'],
  ['/de/liveries', '/de/liveries'],
  ['/sessions', '/sessions'],
  [`/chat?q=${'a'.repeat(2040)}`, `/chat?q=${'a'.repeat(2040)}`],
]

describe('after sign-in', () => {
  test.each(hostile.map((value) => [value]))('%o is not followed', (value) => {
    expect(safeRedirect(value, '/dashboard')).toBe('/dashboard')
    expect(safeRedirect(value, '/de/dashboard')).toBe('/de/dashboard')
  })

  test.each(good)('%s leads to %s', (given, followed) => {
    expect(safeRedirect(given, '/fallback')).toBe(followed)
  })

  test.each(good)('%s stays on our origin when a browser resolves it', (given) => {
    const target = new URL(safeRedirect(given, '/fallback'), 'https://counter.example.com/login')
    expect(target.origin).toBe('https://counter.example.com')
  })

  test('what was found safe is found safe again', () => {
    for (const [given, followed] of good) {
      expect(safeRedirect(safeRedirect(given, '/fallback'), '/fallback')).toBe(followed)
    }
  })
})
