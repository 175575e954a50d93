import { expect, test } from 'vitest'
import { availabilityText } from '../../app/components/desks/availability'
import type { Presence } from '../../app/domain/desks/availability'
import { translations } from '../../app/i18n/translation.server'
import { en } from '../support/locales'

const now = new Date('2026-11-22T13:00:00Z')
const nobody: Presence = { here: false, afterHours: false }
const hours = { open: false, late: false, timeZone: 'UTC', now }
const promised = { ...hours, answerBy: new Date('2026-11-24T09:00:00Z') }
const { away, closed, afterHours, awayHint, closedHint, soon } = en.counter

test('names the time zone only where it has another clock than the shop', () => {
  const ours = {
    ...promised,
    timeZone: 'Europe/Berlin',
    answerBy: new Date('2026-11-22T15:30:00Z'),
  }
  const said = (language: 'en' | 'de', answerBy = ours.answerBy) =>
    availabilityText(translations(language).t, language, {
      ...nobody,
      waiting: true,
      hours: { ...ours, open: true, answerBy },
    })
  expect(said('en')).toMatch(/ an answer by 16:30 today\.$/)
  expect(said('de')).toMatch(/ heute bis 16:30\sUhr\.$/)
  expect(said('en', new Date('2026-11-23T15:30:00Z'))).toMatch(/ by 16:30 tomorrow\.$/)
  expect(said('de', new Date('2026-11-24T15:30:00Z'))).toMatch(/ bis Dienstag, 16:30\sUhr\.$/)
})

test.each([
  ['nobody is there', {}, `${away} ${awayHint}`, `${away} ${soon}`],
  ['it is closed', { hours }, `${closed} ${closedHint}`, `${closed} ${soon}`],
  [
    'an answer is promised',
    { hours: promised },
    `${closed} Write anyway: you will have an answer by 9:00 UTC on Tuesday.`,
    `${closed} You will have an answer by 9:00 UTC on Tuesday.`,
  ],
])('asks to write while %s, but only those who have not', (_, at, before, after) => {
  const { t } = translations('en')
  expect(availabilityText(t, 'en', { ...nobody, ...at })).toBe(before)
  expect(availabilityText(t, 'en', { ...nobody, ...at, waiting: true })).toBe(after)
})

test('promises no time once everything is answered', () => {
  const { t } = translations('en')
  const said = (at: object) => availabilityText(t, 'en', { ...nobody, waiting: false, ...at })
  expect(said({})).toBe(away)
  expect(said({ hours: promised })).toBe(closed)
  const here = { here: true, hours: { ...promised, open: true } }
  expect(said(here)).toBe(en.counter.here)
  expect(said({ ...here, usualReply: 240_000 })).toBe(
    `${en.counter.here} We usually answer within 5 minutes.`,
  )
})

test('asks nobody to write anyway while somebody is there after hours', () => {
  const { t } = translations('en')
  const said = (at: object) =>
    availabilityText(t, 'en', { ...nobody, afterHours: true, hours: { ...hours, ...at } })
  expect(said({})).toBe(`${closed} ${afterHours} ${soon}`)
  expect(said(promised)).toBe(
    `${closed} ${afterHours} You will have an answer by 9:00 UTC on Tuesday.`,
  )
})
