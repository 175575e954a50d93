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

/**
 * Follows what happens at the desk: reads the data of a page that shows tickets again, at once or
 * when it is looked at again, and says on the tab how many are open. `open` is what the page came
 * with; without scripts it stays at that.
 */
export function useLiveDesk(open: number): { open: number; visitors: Visitors } {
  const { revalidate } = useRevalidator()
  const live = usePageHandle()?.live ?? false
  const { t } = useTranslation()
  const page = useRef({ revalidate, live, t, open })
  page.current = { revalidate, live, t, open }
  const [told, setTold] = useState({ open, since: open })
  const [visitors, setVisitors] = useState<Visitors>({})
  // What was read from the server later counts more than what was told before.
  const count = told.since === open ? told.open : open

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let stale = false
    const read = () => {
      clearTimeout(timer)
      if (stale && page.current.live && !document.hidden) {
        timer = setTimeout(() => {
          stale = false
          page.current.revalidate()
        }, gathered)
      }
    }
    const hear = ({ number = 0, open, visitor, unread }: DeskNews, held: boolean) => {
      if (visitor) return setVisitors((before) => ({ ...before, [number]: visitor }))
      if (!number) setVisitors({})
      if (open !== undefined) setTold({ open, since: page.current.open })
      stale = true
      read()
      if (unread && held && document.hidden) {
        import('./desk-notification').then(({ notify }) => notify(number, page.current.t))
      }
    }
    // The page is of use before it is live. What is told is no hurry: a part of the page that is
    // still loading would be drawn anew by an update that is.
    const line = import('./desk-line').then(({ listenToDesk }) =>
      listenToDesk((...news) => startTransition(() => hear(...news))),
    )
    document.addEventListener('visibilitychange', read)
    return () => {
      line.then((leave) => leave())
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [])

  // After every drawing: another page has another title.
  useEffect(() => badgeTab(count))
  return { open: count, visitors }
}
