/** Milliseconds between signs, as of all that tell of presence. */
const signsEvery = 15_000

let signing: ReturnType<typeof setTimeout>

/**
 * Says at `live` that a page is looked at, and says so again until it is hidden or nobody follows any more;
 * hidden is also what a page becomes when it is left.
 */
export async function sign(live: string, page: string, title: string): Promise<void> {
  clearTimeout(signing)
  const { hidden } = document
  const query = new URLSearchParams({ visited: page.slice(0, 999), title: title.slice(0, 199) })
  const address = `/live?${live}${query}${hidden ? '&gone' : ''}`
  const answer = await fetch(address, { method: 'POST', keepalive: true }).catch(() => undefined)
  clearTimeout(signing)
  if (!document.hidden && answer?.status !== 205)
    signing = setTimeout(sign, signsEvery, live, page, title)
}
