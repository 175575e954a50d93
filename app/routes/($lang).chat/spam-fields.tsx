import type { FormAnswer } from '~/domain/forms/forms'
import { useTranslation } from '~/i18n/translation'

/** With a trap field that people do not see; without styles its label warns them. */
export function SpamFields({ stamp, answer }: { stamp: string; answer?: FormAnswer }) {
  const { t } = useTranslation()
  return (
    <>
      <input type="hidden" name="stamp" value={answer?.typed.stamp || stamp} />
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor="homepage">{t('chat:leaveEmpty')}</label>
        <input id="homepage" name="homepage" tabIndex={-1} autoComplete="off" />
      </div>
    </>
  )
}
