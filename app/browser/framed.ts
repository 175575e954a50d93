/** Escape closes a framed chat. The framing page speaks first; only allowed sites get a reply. */
export {}

const allowed = document.getElementById('framed')?.dataset.sites?.split(' ') ?? []

let site: string | undefined

addEventListener('message', ({ source, origin }) => {
  if (source === parent && allowed.includes(origin)) site = origin
})

addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && site) parent.postMessage('close', site)
})
