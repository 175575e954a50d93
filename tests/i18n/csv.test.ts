import { expect, test } from 'vitest'
import { csvWriter } from '../../app/i18n/csv'

const at = new Date('2026-11-24T23:05:00Z')

test('a table is written as the spreadsheets of its language read it', () => {
  const cells = ['Tea; "green"', 7, 4.5, { cents: 123_405 }, { cents: -9 }, undefined]
  expect(csvWriter('en', 'Europe/Berlin')(cells)).toBe('"Tea; ""green""",7,4.5,1234.05,-0.09,\r\n')
  expect(csvWriter('de', 'Europe/Berlin')(cells)).toBe('"Tea; ""green""";7;4,5;1234,05;-0,09;\r\n')
})

test('days and times are those of the clock that counts', () => {
  const cells = [{ day: at }, { time: at }]
  expect(csvWriter('en', 'Europe/Berlin')(cells)).toBe('"2026-11-25","2026-11-25 00:05"\r\n')
  expect(csvWriter('de', 'Europe/Berlin')(cells)).toBe('"25.11.2026";"25.11.2026 00:05"\r\n')
  expect(csvWriter('de', 'America/New_York')(cells)).toBe('"24.11.2026";"24.11.2026 18:05"\r\n')
})

test.each(['=1+1', '+49 40', '-1', '@a', '\t=1', ' =1', '\ufeff=1', '＝1', '＋1', '－1', '＠a'])(
  'nothing is calculated from %j',
  (text) => {
    expect(csvWriter('en', 'UTC')([text])).toBe(`"'${text}"\r\n`)
  },
)
