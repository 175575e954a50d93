import { withDesk } from '~/i18n/addresses'
import { type DeskNews, isShown } from './desk-news'

/** Failures in a row after which it polls. */
const mostFailures = 3
/** Milliseconds between polls. */
const asksEvery = { visible: 15_000, hidden: 60_000 }

/**
 * Passes on the desk's news to all tabs of the browser at this desk by one stream, which the tab last
 * looked at holds (`held`). While nobody looks, it does not count as being at the desk. `key` names the
 * desk in addresses. Returns how to stop. Browsers without locks have a stream per tab.
 */
export function listenToDesk(
  key: string | undefined,
  hear: (news: DeskNews, held: boolean) => void,
): () => void {
  /** The name of both lock and channel. */
  const shared = `desk ${key}`
  const address = (query: string) => withDesk(query ? `/live?${query}` : '/live', key)
  const { locks } = navigator
  const channel = locks ? new BroadcastChannel(shared) : undefined
  const stopping = new AbortController()
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let release: (() => void) | undefined
  let waiting = false
  let failures = 0
  let tag: string | null = null

  if (channel) channel.onmessage = ({ data }) => receive(data, false)

  /** What other members do is news only for a page that shows the ticket, which is then read again. */
  function receive({ others, ...news }: DeskNews, held: boolean) {
    if (!others || news.visitor || news.page !== undefined) hear(news, held)
    if (others && isShown(news.number)) hear({ number: news.number }, held)
  }

  function dispatch(news: DeskNews) {
    receive(news, true)
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
    source = new EventSource(address(idle))
    source.onopen = () => {
      failures = 0
    }
    const pass = ({ data }: MessageEvent) => dispatch(JSON.parse(data))
    source.addEventListener('revision', pass)
    source.addEventListener('desk', pass)
    source.addEventListener('presence', pass)
    source.onerror = () => {
      failures += 1
      // Browsers retry a cut connection, but not a refusal.
      if (source?.readyState === 2 || failures >= mostFailures) {
        hangUp()
        timer = setTimeout(connect, 1_000 * 2 ** failures)
      }
    }
  }

  async function ask(idle: string) {
    if (!idle) navigator.sendBeacon(address('here'))
    const answer = await fetch(address(`as=poll&${idle}`)).catch(() => undefined)
    if (stopping.signal.aborted) return
    const now = answer?.headers.get('ETag') ?? null
    if (answer && !answer.ok) dispatch({ refused: true })
    else if (answer && now !== tag) dispatch(await answer.json())
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
    // Stolen from the tab that held it.
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
