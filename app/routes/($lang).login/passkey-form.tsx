import { ErrorText } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import { PageScript } from '~/components/site/page-script'
import { useSignInLink } from '~/components/site/sign-in-links'
import { useTranslation } from '~/i18n/translation'

/** The page's script shows it, in browsers that know passkeys. */
export function PasskeyForm() {
  const { t } = useTranslation()
  const answer = useForm()
  return (
    <>
      <form
        className="way"
        id="passkey"
        method="post"
        action={useSignInLink('/login')}
        hidden={!answer?.errors.passkey}
      >
        <input type="hidden" name="passkey" />
        {/* A form that a script sends has no button that was pressed. */}
        <input type="hidden" name="intent" value="passkey" />
        <button className="button second">{t('login:passkey')}</button>
        <ErrorText error={answer?.errors.passkey} />
        <div data-none hidden>
          <ErrorText error={t('login:passkeyNone')} />
        </div>
      </form>
      <PageScript />
    </>
  )
}
