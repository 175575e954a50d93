import { useHoursText, weekdayNames } from '~/components/desks/hours-text'
import { isRetentionPeriod } from '~/domain/desks/retention'
import { type Language, languages } from '~/domain/text/languages'
import { useTranslation } from '~/i18n/translation'
import type { DeskBelongings } from './belongings.server'

export function DeskDays({ desk, language }: { desk: DeskBelongings['desk']; language: Language }) {
  const { t } = useTranslation()
  const hoursText = useHoursText()
  const { week, exceptions, replyWithin, retentionDays } = desk
  const names = weekdayNames(language)
  return (
    <>
      <h2>{t('hours:heading')}</h2>
      <p>
        {t('hours:timeZone')}: {desk.timeZone}
      </p>
      <dl>
        {week?.map((slots, weekday) => (
          <div key={names[weekday]}>
            <dt>{names[weekday]}</dt>
            <dd>{hoursText(slots)}</dd>
          </div>
        ))}
        {exceptions.map(({ first, last, slot, label }) => (
          <div key={`${first} ${slot?.from}`}>
            <dt>
              {first === last ? first : `${first} – ${last}`} {label}
            </dt>
            <dd>{hoursText(slot ? [slot] : [])}</dd>
          </div>
        ))}
        <dt>{t('hours:promise')}</dt>
        <dd>{t(`hours:promises.${replyWithin ?? 'none'}`)}</dd>
        <dt>{t('hours:awayHeading')}</dt>
        {languages.map((each) => (
          <dd key={each} lang={each}>
            {desk.away[each] ?? '–'}
          </dd>
        ))}
        <dt>{t('signature:ofDesk')}</dt>
        {languages.map((each) => (
          <dd key={each} lang={each}>
            {desk.signature?.[each] ?? '–'}
          </dd>
        ))}
        <dt>{t('retention:label')}</dt>
        <dd>
          {isRetentionPeriod(retentionDays)
            ? t(`retention:after.${retentionDays}`)
            : t('retention:never')}
        </dd>
        <dt>{t('retention:visited.label')}</dt>
        <dd>{t(`retention:visited.${desk.visitedPages ?? 'shown'}`)}</dd>
        <dt>{t('retention:linkHeading')}</dt>
        {languages.map((each) => (
          <dd key={each}>{desk.privacyLink[each] ?? '–'}</dd>
        ))}
      </dl>
    </>
  )
}
