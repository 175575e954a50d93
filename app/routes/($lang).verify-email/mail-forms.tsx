import { AccountEmail } from '~/components/forms/account-email'
import { AccountMark } from '~/components/forms/account-mark'
import { NoMail } from '~/components/site/no-mail'
import { useSendsNoMail } from '~/components/site/session'
import { useSignInLink } from '~/components/site/sign-in-links'
import { localizedPath, withQuery } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { ActionPage } from './loader.server'

export function ResendForm({ account }: { account: string | undefined }) {
  const { t } = useTranslation()
  const action = useSignInLink('/verify-email')
  if (useSendsNoMail()) return <NoMail />
  return (
    <form method="post" action={action}>
      <AccountMark account={account} />
      <button className="button second">{t('verify:resend')}</button>
    </form>
  )
}

export function MailAgain({ intent, page }: { intent: 'reset' | 'link'; page: ActionPage }) {
  const { t } = useTranslation()
  const query = new URLSearchParams(intent === 'reset' ? { forgot: '' } : {})
  if (page.to) query.set('redirect', page.to)
  const search = withQuery('', query)
  return (
    <>
      <NoMail />
      <form
        className="stack"
        method="post"
        noValidate
        action={localizedPath(`/login${search}`, useLanguage())}
      >
        <AccountEmail required defaultValue={page.address} />
        <button className="button" name="intent" value={intent}>
          {t(intent === 'reset' ? 'verify:link.sendReset' : 'login:sendLink')}
        </button>
      </form>
    </>
  )
}
