import { soonText } from '~/components/tickets/soon'
import type { SnoozeChoice } from '~/domain/tickets/snooze-times'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'

/** What a preset is called whose day is closed. */
const elsewhen = {
  hours: 'hours',
  evening: 'evening',
  tomorrow: 'nextDay',
  monday: 'nextWeek',
} as const

/** What a moment is called, and when it is. */
export function SnoozeText({
  choice: { preset, at, named },
  now,
  timeZone,
}: {
  choice: SnoozeChoice
  now: Date
  timeZone: string
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <>
      {t(`tickets:snooze.${named ? preset : elsewhen[preset]}`)}{' '}
      <span className="quiet">{soonText(t, at, now, language, timeZone)}</span>
    </>
  )
}
