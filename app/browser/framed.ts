import { ring } from './page/bell'
import { sign } from './page/visiting'

/**
 * For a framed chat. Escape closes it, and a conversation's secret is stored where the framing page
 * cannot read it. The framing page speaks first, saying whether the frame is visible; only allowed
 * sites get a reply, and may say which page is looked at. A closed conversation gives way to an empty page that counts
 * unseen answers, and rings for each where something was written in this visit.
 */
const script = document.getElementById('framed') as HTMLElement
const { sites = '', desk = '' } = script.dataset
// Who may frame it: we, as on the sample site, and the desk's sites.
const framers = [location.origin, ...sites.split(' ')]
const query = new URLSearchParams(location.search)
const secret = query.get('t')
const counts = query.has('kept')
const close = document.getElementById('close') as HTMLElement
const begin = `${location.pathname}?desk=${desk}`
// On our own pages, such as the sample site, the embed script stores under the desk whether the chat is open.
const key = `chat ${desk}`

/** Milliseconds. */
const lookEvery = 20_000
/** Milliseconds: three missed heartbeats. */
const silence = 45_000

let site: string | undefined
let visited: [page: string, title: string] | undefined
let timer: ReturnType<typeof setTimeout>
let source: EventSource | undefined
let heardAt = 0
let isOpen = false
// Where storage is blocked, a closed conversation hands its secret on.
let stored = secret ?? (location.hash.slice(1) || null)
let handedOn = stored ? `#${stored}` : ''
try {
  // Earlier versions stored the secret there.
  const older = localStorage[desk]
  if (older?.length > 5) {
    localStorage[key] = older
    localStorage.removeItem(desk)
  }
  if (secret && desk) localStorage[key] = secret
  if (query.has('forgotten')) localStorage.removeItem(key)
  stored = localStorage.getItem(key)
  handedOn = ''
  const hint = document.getElementById('keeps')
  if (hint) hint.textContent = hint.dataset.kept as string
} catch {
  // Storage is blocked: the page's hint says so already.
}

/** Says what to add to the button, or null where the conversation is gone. */
function notifyParent(word: string | null) {
  if (site) parent.postMessage(word, site)
}

interface Unseen {
  count: number
  words: string
}

function show({ count, words }: Unseen) {
  heardAt = Date.now()
  notifyParent(count ? ` ● (${count}) ${words}` : '')
  try {
    // Set by what was written in this visit: the answers for which it has rung.
    if (count > Number(sessionStorage[desk])) ring()
    if (sessionStorage[desk]) sessionStorage[desk] = count
  } catch {
    // Storage is blocked, or the browser knows no sound.
  }
}

/** Counts unseen answers while the page is visible, or shows the conversation. */
async function look(): Promise<void> {
  clearTimeout(timer)
  timer = setTimeout(look, lookEvery)
  if (document.hidden) return source?.close()
  if (!isOpen && source?.readyState === EventSource.OPEN && Date.now() - heardAt < silence) return
  source?.close()
  const answer = await fetch(`/live?as=count&t=${stored}`).catch(() => undefined)
  if (!stored || answer?.status === 404) {
    notifyParent(null)
    location.replace(`${begin}&forgotten`)
  } else if (isOpen) location.replace(`${location.pathname}?t=${stored}`)
  else if (answer?.ok) {
    show(await answer.json())
    source?.close()
    source = new EventSource(`/live?as=unseen&t=${stored}`)
    source.onmessage = ({ data }) => show(JSON.parse(data))
    source.addEventListener('beat', () => {
      heardAt = Date.now()
    })
  }
}

if (document.referrer && !document.referrer.startsWith(location.origin)) {
  navigator.sendBeacon(`/live?desk=${desk}&on=${encodeURIComponent(document.referrer)}`)
}

function signVisited() {
  if (stored && visited) sign(`t=${stored}&`, ...visited)
}

document.addEventListener('visibilitychange', () => {
  signVisited()
  if (counts && site) look()
})

addEventListener('submit', ({ target }) => {
  try {
    if ((target as Element).id === 'composer') sessionStorage[desk] = 0
  } catch {
    // Storage is blocked: no sound.
  }
})

addEventListener('message', ({ data, origin, source }) => {
  if (source !== parent || !framers.includes(origin)) return
  // A script that its browser keeps may be older, and say no page.
  const [open, title, path] = [data].flat()
  site = origin
  // Only a page with our script can close it.
  close.hidden = false
  if (path) visited = [origin + path, title]
  signVisited()
  isOpen = open
  if (counts) look()
  else if (!stored) {
    if (query.has('forgotten')) notifyParent(null)
  } else if (secret && !open) location.replace(`${begin}&kept${handedOn}`)
  // Without storage there is nothing for the next page to open.
  else notifyParent(handedOn ? null : '')
})

close.onclick = () => notifyParent('close')

addEventListener('keydown', (event) => {
  if (event.key === 'Escape') notifyParent('close')
})
