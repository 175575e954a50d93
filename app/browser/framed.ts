/**
 * Escape closes a chat framed on another site. The framing page speaks first, and gets a response
 * if the desk allows its site.
 */
export {}

const allowed = document.getElementById('framed')?.dataset.sites?.split(' ') ?? []

let site: string | undefined

addEventListener('message', ({ source, origin }) => {
  if (source === parent && allowed.includes(origin)) site = origin
})

addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && site) parent.postMessage('close', site)
})
