import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { Done } from './link.server'
import type { ActionPage } from './loader.server'
import { MailAgain } from './mail-forms'

export function Outcome({ done, page }: { done: Exclude<Done, 'verifyEmail'>; page: ActionPage }) {
  const { t } = useTranslation()
  const query = page.to ? `?${new URLSearchParams({ redirect: page.to })}` : ''
  if (done === 'notMine') return <p className="banner">{t('verify:notMine.done')}</p>
  if (done === 'recoverEmail') {
    return (
      <>
        <p className="banner">{t('verify:link.recoverEmail.done')}</p>
        <p>{t('verify:link.recoverEmail.next')}</p>
        <MailAgain intent="reset" page={page} />
      </>
    )
  }
  return (
    <>
      {done !== 'signIn' && <p className="banner">{t(`verify:link.${done}.done`)}</p>}
      <p>
        <LocalizedLink to={`/login${query}`} className="button">
          {t('verify:signIn')}
        </LocalizedLink>
      </p>
    </>
  )
}
