import { useLocation } from '@remix-run/react'
import { ErrorText } from '~/components/forms/field'
import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { AddressText } from '~/components/site/address-text'
import { useSession } from '~/components/site/session'
import { useSignInLink } from '~/components/site/sign-in-links'
import { safeRedirect } from '~/http/links/safe-redirect'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'

export function LinkOffer({ provider }: { provider: string }) {
  const { t } = useTranslation()
  const answer = useForm()
  const { user } = useSession()
  const desk = localizedPath('/dashboard', useLanguage())
  const wanted = new URLSearchParams(useLocation().search).get('redirect')
  return (
    <>
      <div>
        <h1>{t('login:offerHeading', { provider })}</h1>
        <p className="lead">
          <AddressText text={t('login:offer', { email: user?.email, provider })} />
        </p>
      </div>
      <form className="stack" method="post" action={useSignInLink('/login', { link: '' })}>
        <ErrorText error={answer?.errors.link} />
        <Submit intent="link-provider" label={t('login:offerSubmit', { provider })} />
      </form>
      <p className="aside">
        <a href={safeRedirect(wanted, desk)}>{t('login:offerSkip')}</a>
      </p>
    </>
  )
}
