import { type ExportedFeedback, nothingLeft } from '~/domain/export/export'
import type { Language } from '~/domain/text/languages'
import { formatDateTime } from '~/i18n/formats'
import { useTranslation } from '~/i18n/translation'

export function FeedbackHead() {
  const { t } = useTranslation()
  return <h2>{t('export:feedback')}</h2>
}

export function Opinion({
  given,
  language,
  timeZone,
}: {
  given: ExportedFeedback
  language: Language
  timeZone: string
}) {
  const { t } = useTranslation()
  const { rating, comment, locale, number, email, createdAt, ...others } = given
  const { kind: _, state: __, updatedAt: ___, ...left } = others
  nothingLeft(left)
  const about = number === undefined ? email : t('chat:number', { number })
  const facts = [
    t('layout:ratingOf', { rating }),
    formatDateTime(createdAt, language, timeZone),
    about,
  ]
  return (
    <>
      <p className="state">{facts.filter(Boolean).join(' · ')}</p>
      {comment && <p lang={locale}>{comment}</p>}
    </>
  )
}
