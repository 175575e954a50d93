import { Form } from '@remix-run/react'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { useCurrentUrl } from '../site/current-url'

export function AtDesk({ away }: { away: boolean }) {
  const { t } = useTranslation()
  const own = useCurrentUrl()
  return (
    <Form
      className="at-desk"
      preventScrollReset
      method="post"
      action={localizedPath('/dashboard', useLanguage())}
    >
      <input type="hidden" name="back" value={own} />
      <span className={away ? 'dot' : 'dot here'} />
      <span>{away ? t('dashboard:away') : t('dashboard:atDesk')}</span>{' '}
      <button className="plain-button" name="intent" value={away ? 'come-back' : 'go-away'}>
        {away ? t('dashboard:comeBack') : t('dashboard:goAway')}
      </button>
    </Form>
  )
}
