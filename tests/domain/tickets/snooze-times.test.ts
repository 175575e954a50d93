import { describe, expect, it } from 'vitest'
import { localMoment, presetTime, type SnoozePreset } from '~/domain/tickets/snooze-times'

const berlin = 'Europe/Berlin'

describe('a preset', () => {
  const cases: [string, SnoozePreset, string][] = [
    // A Friday, a Sunday, a Monday.
    ['2026-11-20T15:00Z', 'tomorrow', '2026-11-21T08:00:00.000Z'],
    ['2026-11-20T15:00Z', 'monday', '2026-11-23T08:00:00.000Z'],
    ['2026-11-20T15:00Z', 'week', '2026-11-27T08:00:00.000Z'],
    ['2026-11-22T15:00Z', 'monday', '2026-11-23T08:00:00.000Z'],
    ['2026-11-23T06:00Z', 'monday', '2026-11-30T08:00:00.000Z'],
    // It is Saturday in Berlin already, and Sunday has summer time.
    ['2026-03-27T23:30Z', 'tomorrow', '2026-03-29T07:00:00.000Z'],
    ['2026-12-31T12:00Z', 'tomorrow', '2027-01-01T08:00:00.000Z'],
  ]
  it.each(cases)('at %s, %s is %s', (now, preset, moment) => {
    expect(presetTime(preset, new Date(now), berlin).toISOString()).toBe(moment)
  })
})

describe('a date and a time', () => {
  it.each([
    ['2026-07-01', '09:30', berlin, '2026-07-01T07:30:00.000Z'],
    ['2026-12-01', '00:00', berlin, '2026-11-30T23:00:00.000Z'],
    ['2026-12-01', '23:59', 'America/New_York', '2026-12-02T04:59:00.000Z'],
    ['2026-12-01', '08:00', 'Asia/Kathmandu', '2026-12-01T02:15:00.000Z'],
    // Comes twice; is left out.
    ['2026-10-25', '02:30', berlin, '2026-10-25T00:30:00.000Z'],
    ['2026-03-29', '02:30', berlin, '2026-03-29T01:30:00.000Z'],
  ])('%s %s in %s %s is %s', (date, time, zone, moment) => {
    expect(localMoment(date, time, zone)?.toISOString()).toBe(moment)
  })

  it.each([
    ['2026-11-31', '09:00'],
    ['2026-02-29', '09:00'],
    ['2026-11-21', '24:00'],
    ['2026-11-21', '9:00'],
    ['', '09:00'],
    ['99999-01-01', '09:00'],
    ['2026-13-01', '09:00'],
  ])('%j %j are none', (date, time) => {
    expect(localMoment(date, time, berlin)).toBeUndefined()
  })
})
