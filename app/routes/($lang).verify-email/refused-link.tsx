import { useLocation } from '@remix-run/react'
import { ErrorText } from '~/components/forms/field'
import { FormProblem } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { useSendsNoMail } from '~/components/site/session'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { RefusedLink as Refused } from './link.server'
import type { ActionPage } from './loader.server'
import { MailAgain, ResendForm } from './mail-forms'

export function RefusedLink({ page, link }: { page: ActionPage; link: Refused }) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  return (
    <>
      <FormProblem answer={useForm()} />
      <ErrorText error={link.reason} />
      {link.remedy === 'mail' && <NewMail page={page} mode={link.mode} />}
      {link.remedy === 'time' && (
        <p>
          <a className="button second" href={pathname + search}>
            {t('verify:link.tryAgain')}
          </a>
        </p>
      )}
    </>
  )
}

function NewMail({ page, mode }: { page: ActionPage; mode: Refused['mode'] }) {
  const { t } = useTranslation()
  const sendsNoMail = useSendsNoMail()
  if (mode === 'resetPassword') return <MailAgain intent="reset" page={page} />
  if (mode === 'signIn') return <MailAgain intent="link" page={page} />
  if (mode === 'recoverEmail') {
    return (
      <>
        <p>{t('verify:link.recoverEmail.refused')}</p>
        <MailAgain intent="reset" page={page} />
      </>
    )
  }
  if (mode === 'verifyAndChangeEmail') {
    return (
      <p>
        <LocalizedLink to="/dashboard/profile" className="button second">
          {t('verify:link.verifyAndChangeEmail.again')}
        </LocalizedLink>
      </p>
    )
  }
  if (page.user) return <ResendForm account={page.user.account} />
  return (
    <>
      <p>{t(sendsNoMail ? 'nomail:text' : 'verify:notYours')}</p>
      <LocalizedLink to="/login" className="button second">
        {t('verify:signIn')}
      </LocalizedLink>
    </>
  )
}
