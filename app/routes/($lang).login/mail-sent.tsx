import { useSignInLink } from '~/components/site/sign-in-links'
import { useTranslation } from '~/i18n/translation'

/** The same for every address: it must not reveal accounts. */
export function MailSent({ kind }: { kind: 'link' | 'reset' }) {
  const { t } = useTranslation()
  const again = useSignInLink('/login', kind === 'reset' ? { forgot: '' } : {})
  return (
    <>
      <h1>{t('login:sentHeading')}</h1>
      <p className="banner">{t(kind === 'link' ? 'login:sentLink' : 'login:sentReset')}</p>
      <p>{t('login:sentHint')}</p>
      <p className="aside">
        <a href={again}>{t(kind === 'link' ? 'login:back' : 'login:again')}</a>
      </p>
    </>
  )
}
