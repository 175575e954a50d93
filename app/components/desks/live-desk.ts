import { useLocation, useNavigate, useNavigation, useRevalidator } from '@remix-run/react'
import { startTransition, useEffect, useRef, useState } from 'react'
import { iconOf } from '~/domain/site/identity'
import { useAtDesk, useOwnDesk } from '~/i18n/desk-address'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { problemFields } from '../forms/form-problem'
import { typedForms } from '../forms/typed-fields'
import { useArrival } from '../site/arrival'
import type { ReadAgain } from '../site/kept'
import { pageTitle, tabTitle, usePageDetails, usePageHandle } from '../site/page'
import { useSite } from '../site/session'
import { isStaleTab } from '../site/session-tabs'
import { raiseToast } from '../toasts/queue'
import { loadExtra } from '../updates/fetch-retry'
import { concerns, type DeskNews, isShown } from './desk-news'

/** Milliseconds within which events cause one revalidation. */
const gathered = 150

/** By ticket number, as far as reported since the page loaded. */
export type Visitors = Record<number, Pick<DeskNews, 'visitor' | 'page'> | undefined>

/** `orders` only where the desk is the site's. */
interface Counts {
  open: number
  orders?: number
}

/** Revalidates a page that shows tickets, and shows the open ones on the tab. */
export function useLiveDesk(read: Counts & { revision: string }) {
  const { revalidate, reading } = useReadAgain()
  const key = useOwnDesk()
  const idle = useNavigation().state === 'idle' && !reading
  const live = usePageHandle()?.live ?? []
  const { t } = useTranslation()
  const language = useLanguage()
  const site = useSite()
  const page = useRef({ revalidate, live, t, language, site, read, idle, readAgain: () => {} })
  // In an effect: reading again before a page is there would keep the place of the page before as its own.
  useEffect(() => {
    page.current = { ...page.current, revalidate, live, t, language, site, read, idle }
  })
  const [pushed, setPushed] = useState<Counts & { since: Counts }>({ ...read, since: read })
  const [visitors, setVisitors] = useState<Visitors>({})
  // What the loader read later counts more than earlier news.
  const isNewer = pushed.since.open === read.open && pushed.since.orders === read.orders
  const counts = isNewer ? { open: pushed.open, orders: pushed.orders } : read

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let stale = false
    let begun = false
    const readAgain = () => {
      clearTimeout(timer)
      if (stale && page.current.live.length > 0 && !document.hidden && !isStaleTab()) {
        timer = setTimeout(() => {
          // Otherwise it would abort the loaders under way, and a notice is read only once.
          if (!page.current.idle) return
          stale = false
          page.current.revalidate()
        }, gathered)
      }
    }
    page.current.readAgain = readAgain
    const hear = (news: DeskNews, held: boolean) => {
      const { number = 0, open, visitor, page: on, unread, orders, order, revision } = news
      const { toast, refused } = news
      if (toast && !document.hidden && !isShown(number)) {
        raiseToast({ kind: 'done', ...toast[page.current.language] })
      }
      // Reading the page's data again shows why, and may lead away from what is being typed.
      if (refused && isTyping()) return
      if (visitor || on !== undefined) {
        const now = { ...(visitor && { visitor }), ...(on !== undefined && { page: on }) }
        return setVisitors((all) => ({ ...all, [number]: { ...all[number], ...now } }))
      }
      if (!number && !toast && orders === undefined) setVisitors({})
      // Only the stream's first event may be skipped: later, waiting times have changed, too.
      const isCurrent = !begun && revision === page.current.read.revision
      begun ||= revision !== undefined
      if (isCurrent) return
      if (open !== undefined || orders !== undefined) {
        setPushed((before) => ({
          open: open ?? before.open,
          orders: orders ?? before.orders,
          since: page.current.read,
        }))
      }
      // What is being loaded may have been read before.
      stale ||= !page.current.idle || concerns(news, page.current.live)
      readAgain()
      if (order && !document.hidden) {
        raiseToast({ kind: 'done', text: page.current.t('dashboard:newOrder', { number: order }) })
      }
      if ((unread || order) && held && document.hidden) {
        const what = order
          ? ({ kind: 'order', number: order, key } as const)
          : { kind: 'ticket' as const, number, key }
        loadExtra(() => import('./desk-notification')).then((part) =>
          part?.notify(what, page.current.t, page.current.site),
        )
      }
    }
    // Loaded late, for the page is useful before it is live. A transition, so that an update does
    // not restart parts of the page that are still loading.
    const line = loadExtra(() => import('./desk-line')).then((part) =>
      part?.listenToDesk(key, (...news) => startTransition(() => hear(...news))),
    )
    // While something is typed, the stream that opens now says whether the session goes on.
    const look = () => void (isTyping() || readAgain())
    document.addEventListener('visibilitychange', look)
    return () => {
      line.then((leave) => leave?.())
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [key])

  useEffect(() => {
    if (idle) page.current.readAgain()
  }, [idle])

  useTab(counts.open)
  return { ...counts, visitors }
}

const isTyping = () => typedForms().length > 0

/**
 * Reads the page's data again, at its own desk: its address names the desk from then on, for another
 * may have been chosen in another tab.
 */
function useReadAgain(): { revalidate: () => void; reading: boolean } {
  const { revalidate, state: revalidating } = useRevalidator()
  const reading = revalidating !== 'idle'
  const navigate = useNavigate()
  const { key, pathname, search, hash } = useLocation()
  const address = pathname + search + hash
  const own = useAtDesk()(address)
  if (own === address) return { revalidate, reading }
  const state: ReadAgain = { readAgain: key }
  return {
    revalidate: () => navigate(own, { replace: true, preventScrollReset: true, state }),
    reading,
  }
}

/** Shows how many tickets wait, and whether a form was refused, in the tab's title and icon. */
function useTab(waiting: number) {
  const { t } = useTranslation()
  const { about: subject } = usePageDetails()
  const handle = usePageHandle()
  const site = useSite()
  const title = handle ? pageTitle(t, site, handle.page, subject) : ''
  useArrival(title)
  // On every render, also that of another page.
  useEffect(() => {
    const refused = document.querySelector(problemFields) !== null
    document.title = tabTitle(t, title, { waiting, refused })
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    icon?.setAttribute('href', waiting > 0 ? '/icon-waiting.svg' : iconOf(site))
  })
}
