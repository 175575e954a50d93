import { expect, test } from 'vitest'
import { readDay, readTime, timeTyped } from '../../../app/domain/time/typed'

test.each([
  ['2026-11-28', '2026-11-28'],
  ['28.11.2026', '2026-11-28'],
  ['28/11/2026', '2026-11-28'],
  ['3.1.2027', '2027-01-03'],
  [' 2026-11-28 ', '2026-11-28'],
  ['28.11.26', '2026-11-28'],
  ['28. 11. 2026', '2026-11-28'],
  ['28–11–2026', '2026-11-28'],
  ['Sa, 28.11.2026', '2026-11-28'],
  ['Sa. 28.11.2026', '2026-11-28'],
  ['Saturday 28/11/2026', '2026-11-28'],
  ['２８．１１．２０２６', '2026-11-28'],
  ['\u200b28.11.2026\u00a0', '2026-11-28'],
  ['29.2.2028', '2028-02-29'],
  ['29.2.2027', undefined],
  ['31.11.2026', undefined],
  ['2026-13-01', undefined],
  ['0026-11-28', '2026-11-28'],
  ['28.11.202', undefined],
  ['0100-01-01', undefined],
  ['1999-12-31', undefined],
  ['9999-12-31', undefined],
  ['28.11.', undefined],
  ['11/28/2026', undefined],
  ['Saturday', undefined],
  ['', undefined],
])('%j is the day %s', (typed, day) => {
  expect(readDay(typed)).toBe(day)
})

test.each([
  ['9', 540],
  ['9:30', 570],
  ['09.30', 570],
  ['09:30:00', 570],
  ['9 Uhr', 540],
  ['9.30 Uhr', 570],
  ['9 Uhr 30', 570],
  ['9h', 540],
  ['9h30', 570],
  ['0930', 570],
  ['930', 570],
  ['9am', 540],
  ['9:30 a.m.', 570],
  ['5 pm', 1_020],
  ['5.30pm', 1_050],
  ['12 am', 0],
  ['12 pm', 720],
  ['９：００', 540],
  ['\u200b9:00 ', 540],
  ['0:00', 0],
  ['24:00', 1_440],
  ['24', 1_440],
  ['24:01', undefined],
  ['25:00', undefined],
  ['9:60', undefined],
  ['9:5', undefined],
  ['13 pm', undefined],
  ['0 am', undefined],
  ['9–17', undefined],
  ['noon', undefined],
  ['', undefined],
])('%j is %s minutes after midnight', (typed, minutes) => {
  expect(readTime(typed)).toBe(minutes)
})

test.each([
  ['9', '09:00'],
  ['21:05', '21:05'],
  ['24:00', '00:00'],
  ['soon', undefined],
])('%j is the time %s', (typed, time) => {
  expect(timeTyped(typed)).toBe(time)
})
