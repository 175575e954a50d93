import { useRouteLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from '~/i18n/translation'
import { raiseToast } from '../toasts/queue'
import { useServedPage } from './page'
import type { RootData } from './session'

function useNotice() {
  const { t } = useTranslation()
  const said = (useRouteLoaderData('root') as RootData | undefined)?.notice
  return said ? { text: t(`notices:${said.notice}`), at: said.at } : undefined
}

/** What was done before this page came, as a banner in the page. */
export function NoticeBanner() {
  const notice = useNotice()
  if (!notice) return null
  return (
    <p className="banner" role="status">
      {notice.text}
    </p>
  )
}

/** The same as a toast where scripts run, and as a banner where they don't. */
export function NoticeToast() {
  const notice = useNotice()
  const { ships } = useServedPage()
  const text = notice?.text
  const at = notice?.at
  useEffect(() => {
    // `at` tells a second deed of the same kind from the first one, read again.
    if (text && at) raiseToast({ kind: 'done', text })
  }, [text, at])
  if (ships !== 'app') return <NoticeBanner />
  return (
    <noscript>
      <NoticeBanner />
    </noscript>
  )
}
