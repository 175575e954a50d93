import type { Language } from '~/domain/text/languages'
import { useTranslation } from '~/i18n/translation'

export function Consent({
  text,
  language,
  link,
}: {
  text: string
  language: Language
  link?: string
}) {
  const { t } = useTranslation()
  return (
    <p className="quiet">
      <span lang={language}>{text}</span>{' '}
      {link && (
        <a href={link} target="_blank" rel="noopener noreferrer">
          {t('chat:consentMore')}
        </a>
      )}
    </p>
  )
}
