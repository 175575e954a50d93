import { CodeField } from '~/components/forms/code-field'
import { ErrorText } from '~/components/forms/field'
import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { useSignInLink } from '~/components/site/sign-in-links'
import { useTranslation } from '~/i18n/translation'

/** After the password, the link or the provider. */
export function SecondFactor() {
  const { t } = useTranslation()
  const answer = useForm()
  return (
    <>
      <div>
        <h1>{t('login:secondHeading')}</h1>
        <p className="lead">{t('login:secondLead')}</p>
      </div>
      <form
        className="stack"
        id="second"
        method="post"
        noValidate
        action={useSignInLink('/login', { second: '' })}
      >
        <ErrorText error={answer?.errors.form} />
        <CodeField autoFocus={!answer} />
        <p>
          <Submit intent="second" label={t('login:submit')} />
        </p>
      </form>
      <details className="way">
        <summary>{t('login:secondLost')}</summary>
        <p>{t('login:secondLostText')}</p>
      </details>
      <p className="aside">
        <a href={useSignInLink('/login')}>{t('login:back')}</a>
      </p>
    </>
  )
}
