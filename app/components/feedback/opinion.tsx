import type { Feedback, Opinion as Given } from '~/domain/feedback/feedback'
import { formatDateTime } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { Stars } from './stars'

export type ShownOpinion = Given & Pick<Feedback, 'createdAt'>

export function Opinion({ given, timeZone }: { given: ShownOpinion; timeZone: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { rating, comment, locale, createdAt } = given
  return (
    <>
      <p className="given">
        <Stars rating={rating} />
        <span className="visually-hidden">{t('layout:ratingOf', { rating })}</span>{' '}
        <span className="quiet">{formatDateTime(createdAt, language, timeZone)}</span>
      </p>
      {comment && (
        <p className="comment" lang={locale} dir="auto">
          {comment}
        </p>
      )}
    </>
  )
}
