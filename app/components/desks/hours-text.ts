import type { Slot } from '~/domain/desks/hours'
import type { Language } from '~/domain/text/languages'
import { formatWeekday } from '~/i18n/formats'
import { useTranslation } from '~/i18n/translation'

const day = 24 * 60

export function weekdayNames(language: Language): string[] {
  // 1 January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, index) =>
    formatWeekday(new Date(Date.UTC(2024, 0, 1 + index)), language, 'UTC'),
  )
}

export function useHoursText(): (slots: Slot[]) => string {
  const { t } = useTranslation()
  return (slots) =>
    slots.map((slot) => (isAlways(slot) ? t('hours:always') : slotText(slot))).join(', ') ||
    t('hours:closed')
}

function isAlways({ from, to }: Slot): boolean {
  return from === 0 && to % day === 0
}

function slotText({ from, to }: Slot): string {
  return `${clockText(from)}–${to % day === 0 ? '24:00' : clockText(to)}`
}

function clockText(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
