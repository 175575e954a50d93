import type { WordsHandle } from '~/components/site/page'
import { formatDateTime } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { sectionAddress } from '../sections'
import type { LogPage } from './log.server'

export const handle: WordsHandle = { i18n: ['log'] }

export function Log({ page: { entries, isFirst, next, timeZone } }: { page: LogPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <section id="log" aria-labelledby="log-heading">
      <h2 id="log-heading">{t('log:heading')}</h2>
      <p>{t('log:lead')}</p>
      {entries.length === 0 && <p className="quiet">{t('log:empty')}</p>}
      <ul className="devices">
        {entries.map(({ id, at, by, text }) => (
          <li key={id}>
            <div className="address">
              <strong>{by}</strong> {text}
              <p className="quiet">{formatDateTime(at, language, timeZone)}</p>
            </div>
          </li>
        ))}
      </ul>
      {(next || !isFirst) && (
        <p className="deeds">
          {!isFirst && <AppLink to={sectionAddress('log')}>{t('log:newest')}</AppLink>}{' '}
          {next && (
            <AppLink to={`${sectionAddress('log')}&${new URLSearchParams({ after: next })}`}>
              {t('log:older')}
            </AppLink>
          )}
        </p>
      )}
    </section>
  )
}
