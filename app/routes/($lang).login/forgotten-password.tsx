import { AccountEmail } from '~/components/forms/account-email'
import { CaptchaScript, useCaptcha } from '~/components/forms/captcha'
import { ErrorText } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import { NoMail } from '~/components/site/no-mail'
import { useSendsNoMail } from '~/components/site/session'
import { useSignInLink } from '~/components/site/sign-in-links'
import { useTranslation } from '~/i18n/translation'

export function ForgottenPassword() {
  const { t } = useTranslation()
  const answer = useForm()
  const sendsNoMail = useSendsNoMail()
  return (
    <>
      <div>
        <h1>{t('login:forgotHeading')}</h1>
        {!sendsNoMail && <p className="lead">{t('login:forgotLead')}</p>}
      </div>
      <NoMail />
      <form
        className="stack"
        id="forgot"
        method="post"
        noValidate
        action={useSignInLink('/login', { forgot: '' })}
        data-captcha={useCaptcha('getOobCode')}
      >
        <ErrorText error={answer?.errors.form} />
        <AccountEmail required />
        <input type="hidden" name="intent" value="reset" />
        <button className="button">{t('login:sendReset')}</button>
      </form>
      <CaptchaScript />
      <p className="aside">
        <a href={useSignInLink('/login')}>{t('login:back')}</a>
      </p>
    </>
  )
}
