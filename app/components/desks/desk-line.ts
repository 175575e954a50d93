import type { Whereabouts } from '~/domain/live/presence'

/**
 * What happened at the desk. With nothing in it, anything may have: the line was away. `open` is how
 * many tickets are; `unread` says, once a message, that nobody has read what is in ticket `number`.
 * Of the shop, `orders` is how many are to be sent, and `order` the number of a new one.
 */
export interface DeskNews {
  number?: number
  open?: number
  unread?: boolean
  visitor?: Whereabouts
  orders?: number
  order?: number
}

/** The one name of lock and channel: all tabs of a browser share one line. */
const shared = 'desk'
/** After so many failures in a row it is asked now and then instead. */
const mostFailures = 3
/** Milliseconds between two questions; a page that nobody looks at can wait. */
const asksEvery = { visible: 15_000, hidden: 60_000 }

/**
 * Tells what happens at the desk, to all tabs of the browser by one stream: the tab that was looked
 * at last holds it and passes on what comes. While nobody looks, the stream does not count as being
 * at the desk. `held` says whether this tab holds it. Returns how to stop. Browsers without locks have one stream a tab.
 */
export function listenToDesk(hear: (news: DeskNews, held: boolean) => void): () => void {
  const { locks } = navigator
  const channel = locks ? new BroadcastChannel(shared) : undefined
  const stopping = new AbortController()
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let release: (() => void) | undefined
  let waiting = false
  let failures = 0
  let tag: string | null = null

  if (channel) channel.onmessage = ({ data }) => hear(data, false)

  function tell(news: DeskNews) {
    hear(news, true)
    channel?.postMessage(news)
  }

  function hangUp() {
    source?.close()
    clearTimeout(timer)
  }

  function connect() {
    hangUp()
    const idle = document.hidden ? 'idle' : ''
    if (failures >= mostFailures) return ask(idle)
    source = new EventSource(`/live?${idle}`)
    source.onopen = () => {
      failures = 0
      tell({})
    }
    const pass = ({ data }: MessageEvent) => tell(JSON.parse(data))
    source.addEventListener('desk', pass)
    source.addEventListener('presence', pass)
    source.onerror = () => {
      failures += 1
      // A cut line is taken up again by the browser; a refusal is not.
      if (source?.readyState === 2 || failures >= mostFailures) {
        hangUp()
        timer = setTimeout(connect, 1_000 * 2 ** failures)
      }
    }
  }

  async function ask(idle: string) {
    const answer = await fetch(`/live?as=poll&${idle}`).catch(() => undefined)
    if (stopping.signal.aborted) return
    const now = answer?.headers.get('ETag') ?? null
    // Whoever is refused finds out why by loading the page's data.
    if (answer && !answer.ok) tell({})
    else if (answer && now !== tag) tell(await answer.json())
    tag = now
    timer = setTimeout(connect, asksEvery[idle ? 'hidden' : 'visible'])
  }

  async function lead(steal: boolean) {
    if (!locks) return connect()
    if (release || (waiting && !steal)) return
    waiting ||= !steal
    const hold = () =>
      new Promise<void>((done) => {
        waiting &&= steal
        release = done
        connect()
      })
    const how = steal ? { steal } : { signal: stopping.signal }
    // It is taken by the tab that is looked at now.
    await locks.request(shared, how, hold).catch(() => undefined)
    release = undefined
    hangUp()
    if (!stopping.signal.aborted) lead(false)
  }

  function look() {
    failures = 0
    if (release || !locks) connect()
    else if (!document.hidden) lead(true)
  }

  document.addEventListener('visibilitychange', look)
  lead(!document.hidden)
  return () => {
    document.removeEventListener('visibilitychange', look)
    stopping.abort()
    release?.()
    hangUp()
    channel?.close()
  }
}
