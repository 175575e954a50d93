import { expect, test } from 'vitest'
import { longestPath, longestTitle, visitedPage } from '~/domain/live/visited-page'

const sites = { own: 'https://cafe.example', others: ['https://shop.example'] }
const addressOf = (address: string) => visitedPage(address, '', sites)?.address

test('A visited page has the title and path that were said, on a site of the desk', () => {
  expect(visitedPage('/de/shop?item=house-coffee', 'Hauskaffee', sites)).toEqual({
    title: 'Hauskaffee',
    address: 'https://cafe.example/de/shop?item=house-coffee',
    shown: '/de/shop?item=house-coffee',
  })
  expect(visitedPage('https://shop.example/k%C3%A4se/', ' Käse\n \u202eegro', sites)).toEqual({
    title: 'Käse egro',
    address: 'https://shop.example/k%C3%A4se/',
    shown: 'shop.example/käse/',
  })
})

test.each([
  'https://evil.example/',
  'http://shop.example/',
  'https://shop.example.evil.example/',
  'https://shop.example:444/',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://shop.example/cake',
  '//evil.example/shop',
  'https://',
])('A visited page is on no other site: %s', (address) => {
  expect(visitedPage(address, '', sites)).toBeUndefined()
})

test('A visited page is on no site of a desk that has none', () => {
  expect(visitedPage('/shop', '', { others: [] })).toBeUndefined()
})

test('The address of a visited page says no user, key, query or fragment', () => {
  const key = 'q8Zr2_tK0vX7mPa9LwYc4B'
  expect(addressOf(`https://me:${key}@shop.example/cake?t=${key}#${key}`)).toBe(
    'https://shop.example/cake',
  )
  expect(addressOf(`/chat?t=${key}&item=house-coffee`)).toBe(
    'https://cafe.example/chat?item=house-coffee',
  )
  expect(addressOf(`/shop/success?order=${key}`)).toBe('https://cafe.example/shop/success')
  expect(addressOf('/shop?item=<script>')).toBe('https://cafe.example/shop')
  expect(addressOf(`https://shop.example/reset/${key}/now`)).toBe('https://shop.example/reset/')
  expect(addressOf('https://shop.example/o/550e8400-e29b-41d4-a716-446655440000')).toBe(
    'https://shop.example/o/',
  )
  expect(addressOf('https://shop.example/geburtstagstorten/nr-12')).toBe(
    'https://shop.example/geburtstagstorten/nr-12',
  )
})

test('The path of a visited page has no host of its own', () => {
  expect(addressOf('https://cafe.example//evil.example/x')).toBe(
    'https://cafe.example//evil.example/x',
  )
})

test('A title and a path that are too long are cut', () => {
  const page = visitedPage(
    `https://shop.example/${'cake/'.repeat(4_000)}`,
    'ö'.repeat(20_000),
    sites,
  )
  expect(page?.title).toHaveLength(longestTitle)
  expect(page?.address.length).toBeLessThanOrEqual('https://shop.example'.length + longestPath)
  expect(page?.address).toMatch(/^https:\/\/shop\.example\/(cake\/)+$/)
  expect(addressOf(`https://shop.example/${'a'.repeat(20_000)}`)).toBe('https://shop.example/')
})
