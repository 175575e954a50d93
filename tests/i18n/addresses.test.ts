import { expect, test } from 'vitest'
import { withDesk } from '~/i18n/addresses'

test.each([
  ['/dashboard', '/dashboard?desk=k'],
  ['/de/dashboard/tickets?ticket=1#newest', '/de/dashboard/tickets?ticket=1&desk=k#newest'],
  ['/dashboard?index', '/dashboard?index&desk=k'],
  ['/dashboard/shelf/product?desk=own', '/dashboard/shelf/product?desk=own'],
  ['/files?id=1', '/files?id=1&desk=k'],
  ['/live?idle', '/live?idle&desk=k'],
  ['/shop?item=1&preview', '/shop?item=1&preview&desk=k'],
])('%s belongs to a desk and names it', (address, named) => {
  expect(withDesk(address, 'k')).toBe(named)
  expect(withDesk(address, undefined)).toBe(address)
})

test.each([
  ...[
    '/',
    '/shop',
    '/shop?item=1',
    '/chat?desk=other',
    '/dashboards',
    '/dashboard-x',
    '#main',
    'mailto:a@b.de',
  ],
  'https://example.com/dashboard',
])('%s stays as it is', (address) => {
  expect(withDesk(address, 'k')).toBe(address)
})
