import { type ComponentType, lazy } from 'react'
import { unattended } from '~/domain/forms/forms'

/** Milliseconds. */
const firstPause = 1_000
const longestPause = 30_000

let waiting = 0
const watchers = new Set<() => void>()

/**
 * Retries a page's data and forms until the connection is back: otherwise Remix shows an error page
 * instead of what was typed. Resending is safe, since a form's key counts once. Leaving the page
 * stops it.
 */
export function retryFetches() {
  const ask = window.fetch
  window.fetch = (...request) => {
    const [target, { signal } = {}] = request
    if (!(target instanceof URL && target.pathname.endsWith('.data'))) return ask(...request)
    const pressed = !target.searchParams.has(unattended)
    return untilAnswered(() => ask(...request), pressed, signal)
  }
}

/** What nobody pressed is asked again, too, where a gateway has answered: its page must not replace this one. */
async function untilAnswered(
  ask: () => Promise<Response>,
  pressed: boolean,
  signal?: AbortSignal | null,
) {
  let pause = firstPause
  try {
    for (;;) {
      try {
        const answer = await ask()
        // A proxy answers 502 and more while the server behind it restarts.
        const ours = answer.headers.has('X-Remix-Response') || (pressed && answer.status < 502)
        // Read in full, since the connection may break.
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

/**
 * Loads a part that a page can do without, offline once the connection is back. Undefined where it is missing
 * online, as after an update: a page without it is better than an error.
 */
export async function loadExtra<Part>(load: () => Promise<Part>): Promise<Part | undefined> {
  try {
    return await load()
  } catch {
    if (navigator.onLine) return undefined
  }
  count(1)
  await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
  count(-1)
  return loadExtra(load)
}

/** A component that a page can do without. Where it is missing, `nothing` is what the server renders of it. */
export const lazyExtra = <Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  nothing: ComponentType<Props> = () => null,
) => lazy(async () => (await loadExtra(load)) ?? { default: nothing })

function count(more: number) {
  waiting += more
  for (const changed of watchers) changed()
}

export function isOffline(): boolean {
  return waiting > 0
}

/** Calls `changed` whenever `isOffline` may have changed; returns how to stop. */
export function watchConnection(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

/** Resolves when the browser is online or the pause is over. */
function onlineOr(pause: number): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, pause)
    window.addEventListener('online', resolve, { once: true })
  })
}
