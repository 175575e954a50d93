/** Milliseconds. */
const firstPause = 1_000
const longestPause = 30_000

/** How many requests wait for the line. */
let waiting = 0
const watchers = new Set<() => void>()

/**
 * Asks for a page's data, and sends its forms, until the line is there: without it, Remix shows an
 * error page in place of what was typed. Sending again is safe, since a form's key is taken once.
 * Leaving the page ends the waiting.
 */
export function retryFetches() {
  const ask = window.fetch
  window.fetch = (...request) => {
    const [target, { signal } = {}] = request
    if (!(target instanceof URL && target.pathname.endsWith('.data'))) return ask(...request)
    return untilAnswered(() => ask(...request), signal)
  }
}

async function untilAnswered(ask: () => Promise<Response>, signal?: AbortSignal | null) {
  let pause = firstPause
  try {
    for (;;) {
      try {
        const answer = await ask()
        // A proxy says so when the server behind it is gone for a moment.
        const ours = answer.status < 502 || answer.headers.has('X-Remix-Response')
        // Read whole: it may break off.
        if (ours) return new Response(await answer.blob(), answer)
      } catch (error) {
        if (signal?.aborted) throw error
      }
      if (pause === firstPause) count(1)
      await onlineOr(pause)
      pause = Math.min(2 * pause, longestPause)
    }
  } finally {
    if (pause > firstPause) count(-1)
  }
}

function count(more: number) {
  waiting += more
  for (const changed of watchers) changed()
}

export function isOffline(): boolean {
  return waiting > 0
}

/** Calls `changed` whenever `isOffline` may say something else; the answer ends that. */
export function watchConnection(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

/** Until the browser has a line again, or the pause is over. */
function onlineOr(pause: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, pause)
    window.addEventListener('online', done)
    function done() {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
  })
}
