import type { FormAnswer } from '~/domain/forms/forms'
import { useTranslation } from '~/i18n/translation'

/**
 * What tells a person from a program, at no cost to the person: when the form was shown, and a field
 * that nobody sees. Whoever gets to it all the same, in a browser without styles, is told to leave it.
 */
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
