import { useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ErrorText } from '~/components/field'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import type { Link } from './verification.server'

/** What a mail's link is for, and the button that does it: opening the link alone does nothing. */
export function ActionLink({ link, user }: { link: Link; user: { email: string } | null }) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  if (link.kind === 'verify') {
    return (
      <form className="stack" method="post" action={pathname + search}>
        <p className="address">{t('verify.confirmText', { email: link.email })}</p>
        <button className="button">{t('verify.confirm')}</button>
      </form>
    )
  }
  return (
    <>
      {link.kind === 'other' ? <p>{t('verify.otherKind')}</p> : <ErrorText error={link.key} />}
      {user ? (
        <ResendForm />
      ) : (
        <p>
          {t('verify.notYours')} <LocalizedLink to="/login">{t('verify.signIn')}</LocalizedLink>
        </p>
      )}
    </>
  )
}

export function ResendForm() {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <form method="post" action={localizedPath('/verify-email', language)}>
      <button className="button second">{t('verify.resend')}</button>
    </form>
  )
}
