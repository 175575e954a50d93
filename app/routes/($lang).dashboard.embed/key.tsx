import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { Submit } from '~/components/forms/submit'
import { graceDays } from '~/domain/desks/embeds'
import { formatDateTime } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { EmbedPage } from './loader.server'

export function Key({ page }: { page: EmbedPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { publicKey, earlierUntil, timeZone, takesMail, asksForKey } = page
  return (
    <section id="key" aria-labelledby="key-heading">
      <h2 id="key-heading">{t('embed:keyHeading')}</h2>
      <p>{t('embed:keyLead')}</p>
      {earlierUntil && (
        <p className="banner">
          {t('embed:keyUntil', {
            time: formatDateTime(new Date(earlierUntil), language, timeZone),
          })}
        </p>
      )}
      {asksForKey ? (
        <DeskForm className="stack" place="snippet">
          <input type="hidden" name="key" value={publicKey} />
          <Field
            name="grace"
            label={t('embed:grace')}
            defaultValue="7"
            options={graceDays.map((days) => [
              days,
              days === 0 ? t('embed:graceNone') : t('embed:graceDays', { days }),
            ])}
          />
          {takesMail && <p className="quiet">{t('embed:keyMail')}</p>}
          <p className="deeds">
            <Submit intent="replace-key" label={t('embed:replaceKey')} />{' '}
            <AppLink className="button second" to="/dashboard/embed#key">
              {t('embed:keepKey')}
            </AppLink>
          </p>
        </DeskForm>
      ) : (
        <p>
          <AppLink to="/dashboard/embed?step=key#key">{t('embed:askForKey')}</AppLink>
        </p>
      )}
    </section>
  )
}
