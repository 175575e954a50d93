import { describe, expect, it } from 'vitest'
import { holidayRegions, isHolidayRegion, publicHolidays } from '~/domain/desks/public-holidays'

const datesOf = (region: Parameters<typeof publicHolidays>[0], from: string) =>
  Object.fromEntries(publicHolidays(region, from).map(({ name, date }) => [name, date]))

describe('public holidays', () => {
  it.each([
    [
      '2024-01-01',
      { easterMonday: '2024-04-01', ascension: '2024-05-09', corpusChristi: '2024-05-30' },
    ],
    [
      '2025-01-01',
      { easterMonday: '2025-04-21', ascension: '2025-05-29', corpusChristi: '2025-06-19' },
    ],
    [
      '2026-01-01',
      { easterMonday: '2026-04-06', ascension: '2026-05-14', corpusChristi: '2026-06-04' },
    ],
    ['2038-01-01', { easterMonday: '2038-04-26', whitMonday: '2038-06-14' }],
  ])('follow Easter in the year from %s on', (from, expected) => {
    expect(datesOf('DE-NW', from)).toMatchObject(expected)
  })

  it.each([
    ['2025-01-01', '2025-11-19'],
    ['2026-01-01', '2026-11-18'],
    ['2022-01-01', '2022-11-16'],
  ])('have the Wednesday before 23 November in Saxony, in the year from %s on', (from, date) => {
    expect(datesOf('DE-SN', from).repentance).toBe(date)
  })

  it('of the next twelve months come in order, each once', () => {
    for (const region of holidayRegions) {
      const dates = publicHolidays(region, '2026-11-25').map(({ date }) => date)
      expect(dates).toEqual([...new Set(dates)].sort())
      expect(dates[0]).toBe(region === 'AT' || region === 'CH' ? '2026-12-08' : '2026-12-25')
      expect(dates.at(-1)?.slice(0, 4)).toBe('2027')
    }
    expect(publicHolidays('DE-BE', '2026-12-26')[0]?.date).toBe('2026-12-26')
    expect(publicHolidays('DE-BE', '2026-12-27')[0]?.date).toBe('2027-01-01')
  })

  it('are ten to fourteen in each German state, and marked where only parts of a country have them', () => {
    for (const region of holidayRegions.filter((each) => each.startsWith('DE-'))) {
      const found = publicHolidays(region, '2026-01-01')
      expect(found.length, region).toBeGreaterThanOrEqual(10)
      expect(found.length, region).toBeLessThanOrEqual(14)
      expect(found.every(({ everywhere }) => everywhere)).toBe(true)
    }
    const swiss = publicHolidays('CH', '2026-01-01')
    expect(swiss.find(({ name }) => name === 'labourDay')?.everywhere).toBe(false)
    expect(swiss.find(({ name }) => name === 'swissDay')).toEqual({
      date: '2026-08-01',
      name: 'swissDay',
      everywhere: true,
    })
  })

  it('exist for known regions only', () => {
    for (const value of ['DE', 'toString', '', undefined, 7])
      expect(isHolidayRegion(value)).toBe(false)
  })
})
