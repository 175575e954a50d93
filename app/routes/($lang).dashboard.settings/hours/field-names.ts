export function slotField(weekday: number, index: number, part: 'from' | 'to'): string {
  return `day-${weekday}-${index}-${part}`
}

export function exceptionField(
  index: number,
  part: 'first' | 'last' | 'from' | 'to' | 'label',
): string {
  return `exception-${index}-${part}`
}

export function slotsIn(typed: Record<string, string>, weekday: number): number {
  let count = 0
  while (slotField(weekday, count, 'from') in typed) count += 1
  return count
}

export function exceptionsIn(typed: Record<string, string>): number {
  let count = 0
  while (exceptionField(count, 'first') in typed) count += 1
  return count
}

/** "09:00", as inputs take it; the end of a day is "00:00". */
export function timeText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60) % 24, minutes % 60]
  return `${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/** A box to tick. */
export function holidayField(date: string): string {
  return `holiday-${date}`
}

/** What may become an exception. */
export interface ShownHoliday {
  /** YYYY-MM-DD. */
  date: string
  day: string
  label: string
  /** Otherwise only in parts of the region. */
  everywhere: boolean
}
