import { ErrorText } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import { AddressText } from '~/components/site/address-text'
import { useSendsNoMail } from '~/components/site/session'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { ActionPage } from './loader.server'
import { ResendForm } from './mail-forms'

export function isConfirmed({ done, user }: ActionPage): boolean {
  return done !== undefined || user?.verified === true
}

export function MailSent({ page }: { page: ActionPage }) {
  const { t } = useTranslation()
  const answer = useForm()
  const { user, mail, to } = page
  const sendsNoMail = useSendsNoMail()
  if (isConfirmed(page)) {
    return (
      <>
        <p className="banner">
          <AddressText
            text={user?.verified ? t('verify:verified', { email: user.email }) : t('verify:done')}
          />
        </p>
        <p>
          <Onward to={to} />
        </p>
      </>
    )
  }
  if (!user) {
    return (
      <p>
        {t(sendsNoMail ? 'nomail:text' : 'verify:notYours')}{' '}
        <LocalizedLink to="/login">{t('verify:signIn')}</LocalizedLink>
      </p>
    )
  }
  return (
    <>
      {!sendsNoMail && mail === 'sent' && <p className="banner">{t('verify:resent')}</p>}
      {mail === 'failed' && <p className="banner bad">{t('verify:resendFailed')}</p>}
      <ErrorText error={answer?.errors.form} />
      {!sendsNoMail && (
        <>
          <p>
            <AddressText text={t('verify:sent', { email: user.email })} />
          </p>
          <p className="quiet">{t('verify:spam')}</p>
        </>
      )}
      <ResendForm account={user.account} />
      <p className="aside">
        {to ? (
          <a href={to}>{t('verify:back')}</a>
        ) : (
          <LocalizedLink to="/dashboard">{t('verify:onward')}</LocalizedLink>
        )}
      </p>
    </>
  )
}

function Onward({ to }: { to: string }) {
  const { t } = useTranslation()
  if (to) {
    return (
      <a href={to} className="button">
        {t('verify:back')}
      </a>
    )
  }
  return (
    <LocalizedLink to="/dashboard" className="button">
      {t('verify:onward')}
    </LocalizedLink>
  )
}
