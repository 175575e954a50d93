import { ErrorText } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import { PageScript } from '~/components/site/page-script'
import { useTranslation } from '~/i18n/translation'

/** The page's script shows it, in browsers that know passkeys. */
export function JoinWithPasskey() {
  const { t } = useTranslation()
  const answer = useForm()
  return (
    <>
      <div className="way" id="with-passkey" hidden={!answer?.errors.passkey}>
        <input type="hidden" name="passkey" />
        <button className="button second" name="intent" value="passkey" formNoValidate>
          {t('invitation:sign-up.passkey')}
        </button>
        <p className="quiet">{t('invitation:sign-up.passkeyHint')}</p>
        <ErrorText error={answer?.errors.passkey} />
        <div data-none hidden>
          <ErrorText error={t('invitation:sign-up.passkeyNone')} />
        </div>
      </div>
      <PageScript />
    </>
  )
}
