import { useState } from 'react'
import { useTranslation } from '~/i18n/translation'
import { useCurrentUrl } from './current-url'
import { useStaleTab } from './session-tabs'

/**
 * Says that another account has signed in, or this one out, or that the page has come to show another desk,
 * while something was being typed here.
 */
export function OtherAccount({ account, email }: { account: string; email: string }) {
  const { t } = useTranslation()
  const [first] = useState({ account, email })
  const stale = useStaleTab()
  const here = useCurrentUrl()
  if (!stale && account === first.account) return null
  return (
    <p className="banner bad" role="alert">
      {stale || email !== first.email
        ? t('dashboard:otherAccount', { email: first.email })
        : t('dashboard:desks.other')}{' '}
      <a href={here}>{t('dashboard:reload')}</a>
    </p>
  )
}
