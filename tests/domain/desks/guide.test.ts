import { expect, test } from 'vitest'
import { newDesk } from '~/domain/desks/desks'
import { newEmbed } from '~/domain/desks/embeds'
import { guideOf, isComplete, nextInGuide } from '~/domain/desks/guide'

const now = new Date('2026-03-04T11:00:00Z')
const fresh = newDesk('ada', now)
const ready = { ...fresh, name: 'Ada', greeting: { en: 'Hello', de: 'Hallo' }, week: [] }
const onSite = { ...newEmbed(), origins: ['https://shop.example'] }

test('a new desk has everything to do', () => {
  const nothing = { name: false, greeting: false, hours: false, embed: false, chat: false }
  expect(guideOf(fresh, newEmbed(), 0)).toEqual(nothing)
})

test('a step is done once its result exists', () => {
  expect(guideOf({ ...ready, greeting: { en: ' ', de: '' } }, onSite, 1)).toMatchObject({
    greeting: false,
  })
  expect(guideOf({ ...ready, greeting: { en: 'Hello', de: ' ' } }, onSite, 1)).toEqual({
    name: true,
    greeting: true,
    hours: true,
    embed: true,
    chat: true,
  })
  expect(guideOf(ready, { origins: [], seenAt: now }, 0)).toMatchObject({ embed: true })
})

test('the site’s steps wait until its owner’s address is confirmed', () => {
  const home = { home: false, sentence: false, picture: false }
  const guide = { name: true, ...home, shop: false, embed: false }
  expect(nextInGuide(guide, false)).toBe('home')
  expect(nextInGuide(guide, true)).toBe('embed')
  expect(nextInGuide({ ...guide, home: true }, true)).toBe('embed')
})

test('whether others get counters is asked once all that the own one needs is done', () => {
  const site = { home: true, sentence: true, picture: true, offers: false, shop: false }
  const guide = guideOf(ready, newEmbed(), 0, site)
  expect(guide && nextInGuide(guide, false)).toBe('shop')
  expect(guide && nextInGuide({ ...guide, shop: true }, false)).toBe('chat')
  expect(guide && nextInGuide({ ...guide, shop: true, chat: true }, false)).toBe('offers')
})

test('a desk is complete without a website of its own', () => {
  const site = { home: true, sentence: true, picture: true, shop: true }
  for (const guide of [guideOf(ready, newEmbed(), 1, site), guideOf(ready, newEmbed(), 1)]) {
    expect(guide && isComplete(guide)).toBe(true)
  }
  // It is named as the next step as long as another one is open.
  const begun = guideOf(ready, newEmbed(), 0)
  expect(begun && nextInGuide(begun, false)).toBe('embed')
  expect(guideOf(ready, newEmbed(), 2)).toBeUndefined()
})

test('a room leads to what follows it, then to what was passed over, never to itself', () => {
  const guide = { name: false, greeting: true, hours: false, embed: false, chat: true }
  expect(nextInGuide(guide, false, ['hours'])).toBe('embed')
  expect(nextInGuide(guide, false, ['greeting', 'embed'])).toBe('hours')
  expect(nextInGuide({ ...guide, embed: true }, false, ['greeting', 'embed'])).toBe('name')
  expect(nextInGuide({ name: true, hours: false }, false, ['hours'])).toBeUndefined()
})

test('the guide disappears when all is done and people write, and when the owner dismisses it', () => {
  const complete = guideOf(ready, onSite, 1)
  expect(complete && isComplete(complete)).toBe(true)
  expect(guideOf(ready, onSite, 2)).toBeUndefined()
  expect(guideOf({ ...fresh, guideAwayAt: now }, newEmbed(), 0)).toBeUndefined()
})
