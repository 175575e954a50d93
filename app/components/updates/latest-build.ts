/** Milliseconds between two questions. */
const interval = 60_000

/**
 * Asks the server every minute which build it runs, and says once that it is not the one that this page
 * came from. A page that nobody looks at asks when it is looked at again. `own` is the page's build.
 */
export function watchBuilds(own: string, changed: () => void) {
  let askedAt = Date.now()
  let timer: ReturnType<typeof setTimeout>

  function wait() {
    clearTimeout(timer)
    if (document.hidden) return
    timer = setTimeout(ask, Math.max(0, askedAt + interval - Date.now()))
  }

  async function ask() {
    askedAt = Date.now()
    if ((await latestBuild()) === own) return wait()
    document.removeEventListener('visibilitychange', wait)
    changed()
  }

  /** What can't be found out is no change. */
  async function latestBuild(): Promise<unknown> {
    try {
      const answer = await fetch(`/builds/latest.json?t=${askedAt}`, { cache: 'no-store' })
      return (answer.ok && (await answer.json()).id) || own
    } catch {
      return own
    }
  }

  document.addEventListener('visibilitychange', wait)
  wait()
}
