/** Milliseconds. */
const interval = 60_000

/** Reports once when the server's build is not the page's; a hidden page waits. */
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

  /** A failure counts as no change. */
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
