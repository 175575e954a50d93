import { useLoaderData } from '@remix-run/react'
import { sectionAddress } from '~/domain/desks/sections'
import { formatDateTime } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Section, section } from '../($lang).dashboard.settings/section'
import type { LogPage } from './log.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './log.server'

export const handle = section('log', { i18n: ['log'] })

export default function Log() {
  const { t } = useTranslation()
  const { entries, isFirst, next, timeZone } = useLoaderData() as LogPage
  const language = useLanguage()
  return (
    <Section>
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
              <AppLink to={`${sectionAddress('log')}?${new URLSearchParams({ after: next })}`}>
                {t('log:older')}
              </AppLink>
            )}
          </p>
        )}
      </section>
    </Section>
  )
}
