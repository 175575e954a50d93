import { formatDateTime } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { ProfilePage } from './loader.server'

export function AccountRecord({ page: { record, timeZone } }: { page: ProfilePage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (!record) return null
  const { createdAt, lastLoginAt, phoneNumber } = record
  const time = (at: Date) => formatDateTime(at, language, timeZone)
  return (
    <section id="record" aria-labelledby="record-heading">
      <h2 id="record-heading">{t('profile:recordHeading')}</h2>
      {createdAt && <p>{t('profile:createdAt', { time: time(createdAt) })}</p>}
      {lastLoginAt && <p>{t('profile:lastLoginAt', { time: time(lastLoginAt) })}</p>}
      {phoneNumber && <p>{t('profile:phoneNumber', { number: phoneNumber })}</p>}
    </section>
  )
}
