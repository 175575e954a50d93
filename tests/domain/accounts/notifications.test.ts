import { describe, expect, it } from 'vitest'
import { nextDigest, quietUntil } from '../../../app/domain/accounts/notifications'
import { nextLocalTime, timeOfDay } from '../../../app/domain/time/local-times'

const berlin = 'Europe/Berlin'
const at = (text: string) => new Date(text)

describe('the next time of day', () => {
  it.each([
    ['later today', '2026-03-04T06:59:00Z', '08:00', '2026-03-04T07:00:00Z'],
    ['a day later at that very minute', '2026-03-04T07:00:30Z', '08:00', '2026-03-05T07:00:00Z'],
    ['across midnight', '2026-03-04T22:30:00Z', '00:15', '2026-03-04T23:15:00Z'],
    ['into summer time', '2026-03-28T20:00:00Z', '08:00', '2026-03-29T06:00:00Z'],
    ['out of summer time', '2026-10-24T20:00:00Z', '08:00', '2026-10-25T07:00:00Z'],
    ['a time that summer leaves out', '2026-03-29T00:00:00Z', '02:30', '2026-03-29T01:00:00Z'],
  ])('is found: %s', (_, after, time, expected) => {
    expect(nextLocalTime(at(after), time, berlin)).toEqual(at(expected))
  })

  it('is found in the desk’s time zone', () => {
    for (const timeZone of ['Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati', 'UTC']) {
      const next = nextDigest(at('2026-03-04T11:17:23Z'), timeZone)
      expect(timeOfDay(next, timeZone)).toBe('08:00')
      expect(next.getTime() - at('2026-03-04T11:17:23Z').getTime()).toBeLessThanOrEqual(86_400_000)
    }
  })
})

describe('quiet hours', () => {
  const overnight = { from: '22:00', to: '07:00' }

  it('hold until they end, also past midnight', () => {
    const quiet = (time: string) => quietUntil(at(`2026-03-04T${time}:00Z`), overnight, berlin)
    expect(quiet('20:59')).toBeUndefined()
    expect(quiet('21:00')).toEqual(at('2026-03-05T06:00:00Z'))
    expect(quiet('05:59')).toEqual(at('2026-03-04T06:00:00Z'))
    expect(quiet('06:00')).toBeUndefined()
  })

  it('are off without times, or with the same time twice', () => {
    const now = at('2026-03-04T12:00:00Z')
    expect(quietUntil(now, undefined, berlin)).toBeUndefined()
    expect(quietUntil(now, { from: '09:00', to: '09:00' }, berlin)).toBeUndefined()
    expect(quietUntil(now, { from: '12:00', to: '14:00' }, berlin)).toEqual(
      at('2026-03-04T13:00:00Z'),
    )
  })
})
