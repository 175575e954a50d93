import { alone } from './alone'
import { conversationKey, log, thread } from './page'
import { pauseAfter } from './rules'
import { broadcast } from './tabs'
import { share } from './thread'

/** Milliseconds: three missed heartbeats. */
const silence = 45_000
/** Failures in a row after which it polls. */
const enough = 3
/** Polls after which it tries a stream again. */
const untilStream = 20

let release: (() => void) | undefined
let leads = false
let source: EventSource | undefined
let timer: ReturnType<typeof setTimeout>
let failures = 0
let polls = 0
/** Counts starts, so that a stopped one notices. */
let generation = 0
let tag = ''
/** The least that any tab has seen, where that is less than this one's. */
let least = Number.POSITIVE_INFINITY

/** One visible tab of all that show the conversation listens, and tells the others. */
export async function lead(): Promise<void> {
  if (!log) return
  if (document.hidden) return release?.()
  broadcast({ after: thread.last })
  failures = 0
  if (leads) listen()
  if (release) return
  release = () => {}
  await alone(`live${conversationKey()}`, async () => {
    if (document.hidden) return
    leads = true
    listen()
    await new Promise<void>((resolve) => {
      release = resolve
    })
    leads = false
    stop()
  })
  release = undefined
  if (!document.hidden) lead()
}

/** Another tab has seen only up to here. */
export function reach(after: number) {
  if (!leads || after >= thread.last) return
  least = after
  listen()
}

function stop() {
  generation += 1
  source?.close()
  clearTimeout(timer)
}

function address() {
  return `${log?.dataset.live}&after=${Math.min(least, thread.last)}`
}

function listen() {
  stop()
  source = new EventSource(address())
  // Browsers retry a cut connection, but not a refusal.
  source.onerror = () => {
    if (!fail() && source?.readyState === EventSource.CLOSED) later(listen)
  }
  for (const name of ['message', 'stand', 'presence', 'resync', 'beat']) {
    source.addEventListener(name, ({ data }) => {
      failures = 0
      least = Number.POSITIVE_INFINITY
      watch()
      share({ [name]: name === 'message' ? data : JSON.parse(data) })
    })
  }
  watch()
}

/** A connection may be dead without an error. */
function watch() {
  clearTimeout(timer)
  timer = setTimeout(() => fail() || listen(), silence)
}

function fail(): boolean {
  failures += 1
  if (failures < enough) return false
  stop()
  poll()
  return true
}

function later(work: () => void) {
  clearTimeout(timer)
  timer = setTimeout(work, pauseAfter(failures, Math.random()))
}

async function poll() {
  const mine = generation
  failures += 1
  try {
    const answer = await fetch(`${address()}&as=poll`, {
      headers: { 'If-None-Match': tag },
      signal: AbortSignal.timeout?.(silence),
    })
    if (mine === generation && answer.ok) {
      const { html, stand, presence, resync } = await answer.json()
      tag = answer.headers.get('ETag') ?? ''
      least = Number.POSITIVE_INFINITY
      failures = enough - 1
      share({ message: html, stand, presence, resync })
      // A stream says so itself.
      navigator.sendBeacon(`${log?.dataset.live}&seen=${thread.last}`)
    }
  } catch {
    // Asked again, as after any response.
  }
  polls += 1
  if (mine === generation) later(polls % untilStream ? poll : listen)
}
