import { useRevalidator } from '@remix-run/react'
import { startTransition, useEffect, useRef, useState } from 'react'
import type { Whereabouts } from '~/domain/live/presence'
import { useTranslation } from '~/i18n/translation'
import { usePageHandle } from '../site/page'
import type { DeskNews } from './desk-line'
import { badgeTab } from './tab-badge'

/** Events within this span are answered by one reading of the page's data. */
const gathered = 150

/** Where visitors are by the numbers of their tickets, as far as it was told since the page came. */
export type Visitors = Record<number, Whereabouts | undefined>

/** How much there is to do; `orders` only where the desk is the site's. */
interface Counts {
  open: number
  orders?: number
}

/**
 * Follows what happens at the desk: reads the data of a page that shows tickets again, at once or
 * when it is looked at again, and says on the tab how many are open. `open` and `orders`, those to be
 * sent, are what the page came with; without scripts they stay at that.
 */
export function useLiveDesk(read: Counts): Counts & { visitors: Visitors } {
  const { revalidate } = useRevalidator()
  const live = usePageHandle()?.live ?? false
  const { t } = useTranslation()
  const page = useRef({ revalidate, live, t, read })
  page.current = { revalidate, live, t, read }
  const [told, setTold] = useState({ ...read, since: read })
  const [visitors, setVisitors] = useState<Visitors>({})
  // What was read from the server later counts more than what was told before.
  const isNewer = told.since.open === read.open && told.since.orders === read.orders
  const counts = isNewer ? { open: told.open, orders: told.orders } : read

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let stale = false
    const readAgain = () => {
      clearTimeout(timer)
      if (stale && page.current.live && !document.hidden) {
        timer = setTimeout(() => {
          stale = false
          page.current.revalidate()
        }, gathered)
      }
    }
    const hear = (news: DeskNews, held: boolean) => {
      const { number = 0, open, visitor, unread, orders, order } = news
      if (visitor) return setVisitors((before) => ({ ...before, [number]: visitor }))
      if (!number && orders === undefined) setVisitors({})
      if (open !== undefined || orders !== undefined) {
        setTold((before) => ({
          open: open ?? before.open,
          orders: orders ?? before.orders,
          since: page.current.read,
        }))
      }
      stale = true
      readAgain()
      if ((unread || order) && held && document.hidden) {
        const what = order
          ? ({ kind: 'order', number: order } as const)
          : { kind: 'ticket' as const, number }
        import('./desk-notification').then(({ notify }) => notify(what, page.current.t))
      }
    }
    // The page is of use before it is live. What is told is no hurry: a part of the page that is
    // still loading would be drawn anew by an update that is.
    const line = import('./desk-line').then(({ listenToDesk }) =>
      listenToDesk((...news) => startTransition(() => hear(...news))),
    )
    document.addEventListener('visibilitychange', readAgain)
    return () => {
      line.then((leave) => leave())
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', readAgain)
    }
  }, [])

  // After every drawing: another page has another title.
  useEffect(() => badgeTab(counts.open))
  return { ...counts, visitors }
}
