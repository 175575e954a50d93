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
    const address = `/builds/latest.json?t=${askedAt}`
    const answer = await fetch(address, { cache: 'no-store' }).catch(() => undefined)
    const latest = answer?.ok && (await answer.json().catch(() => undefined))
    // A failure counts as no change.
    if ((latest?.id || own) === own) return wait()
    document.removeEventListener('visibilitychange', wait)
    changed()
  }

  document.addEventListener('visibilitychange', wait)
  wait()
}
