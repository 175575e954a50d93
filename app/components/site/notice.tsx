import { useRouteLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { raiseToast } from '../toasts/queue'
import { useServedPage } from './page'
import type { RootData } from './session'

function useNotice() {
  return (useRouteLoaderData('root') as RootData | undefined)?.notice
}

export function NoticeBanner() {
  const notice = useNotice()
  if (!notice) return null
  return (
    <p className="banner" role="status">
      {notice.text}
    </p>
  )
}

export function NoticeToast() {
  const notice = useNotice()
  const { ships } = useServedPage()
  const text = notice?.text
  const at = notice?.at
  useEffect(() => {
    // `at` distinguishes a second action of the same kind from a re-read notice.
    if (text && at) raiseToast({ kind: 'done', text })
  }, [text, at])
  if (ships !== 'app') return <NoticeBanner />
  return (
    <noscript>
      <NoticeBanner />
    </noscript>
  )
}
