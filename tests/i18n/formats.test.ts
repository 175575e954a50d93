import { expect, test } from 'vitest'
import type { Desk } from '~/domain/desks/desks'
import type { MessagePage } from '~/domain/tickets/message-pages'
import type { Message } from '~/domain/tickets/messages'
import { formatClock, formatDateTime, formatRecent, formatSize } from '~/i18n/formats'
import { wroteText } from '~/routes/($lang).dashboard.tickets/ticket/visits.server'

const now = new Date('2026-11-22T08:00:00Z')

test.each([
  ['2026-11-22T07:05:00Z', '8:05', '8:05'],
  // Already the same day in Berlin.
  ['2026-11-21T23:30:00Z', '0:30', '0:30'],
  ['2026-11-21T22:30:00Z', 'Sat', 'Sa'],
  ['2026-11-16T12:00:00Z', 'Mon', 'Mo'],
  ['2026-11-15T12:00:00Z', '15 Nov', '15. Nov.'],
  ['2025-11-20T12:00:00Z', '20 Nov 2025', '20.11.2025'],
  ['2026-11-23T12:00:00Z', '23 Nov', '23. Nov.'],
])('says %s as %s and %s', (at, english, german) => {
  const said = (language: 'en' | 'de') => formatRecent(new Date(at), now, language, 'Europe/Berlin')
  expect([said('en'), said('de')]).toEqual([english, german])
})

test('writes the same time of day alone and after a date', () => {
  const at = new Date('2026-11-22T08:05:00Z')
  for (const language of ['en', 'de'] as const) {
    expect(formatClock(at, language, 'Europe/Berlin')).toBe('9:05')
    expect(formatDateTime(at, language, 'Europe/Berlin')).toMatch(/(?<!\d)9:05/)
  }
})

test.each([
  ['2026-11-21T22:43:00Z', 'Last wrote: yesterday 23:43', 'Zuletzt geschrieben: gestern 23:43'],
  ['2026-11-20T22:43:00Z', 'Last wrote: Fri', 'Zuletzt geschrieben: Fr'],
])('says beside a guest that they wrote at %s', (at, english, german) => {
  const messages = [{ author: 'visitor', createdAt: new Date(at) }] as Message[]
  const desk = { timeZone: 'Europe/Berlin' } as Desk
  const said = (language: 'en' | 'de') =>
    wroteText(messages, { after: 0, limit: 50 } as MessagePage, { desk, now }, language)
  expect([said('en'), said('de')]).toEqual([english, german])
})

test.each([
  [200_000_000, '200 MB', '200 MB'],
  [1_500_000, '1.5 MB', '1,5 MB'],
  [2_000_000_000, '2 GB', '2 GB'],
])('A size of %d bytes is written in its largest unit', (bytes, english, german) => {
  const said = (['en', 'de'] as const).map((language) => formatSize(bytes, language))
  expect(said.map((each) => each.replace(/\s/g, ' '))).toEqual([english, german])
})
