/**
 * For the chat in a frame on another site: Escape closes it there. Who has the frame says so first, and
 * is answered if the desk allows that site.
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
