/**
 * Opens the chat in the page around its link, which works without this. Adds no style or script to
 * the page, loads nothing before the click, stores nothing before the first message, and animates
 * nothing. After the first message it stores whether the chat is open, for the next page. However
 * often the page runs it, there is one chat, which follows a page that replaces its content.
 */

export {}

/** The launcher's words may be in another language than the chat. */
type Spoken = [chat: string, launcher: string, language: string]

/** Filled in by the server for a desk; styles are declarations. */
declare const __EMBED__: [
  key: string,
  /** Without it the link keeps the page's style. */
  launcherStyle: string,
  panelStyle: string,
  /** By code; the default first. */
  languages: Record<string, Spoken>,
]

const [key, launcherStyle, panelStyle, languages] = __EMBED__
const toChat = `a[href*="${key}"]`
const panel = document.createElement('div')
const frame = document.createElement('iframe')
const words = document.createElement('span')
const badge = new Text()

/** Milliseconds until the link is followed instead. */
const timeoutMs = 15_000

let link: HTMLAnchorElement | undefined
let chat = ''
let asked = false
let shown = ''
let ready = false
let storage: Storage | undefined
try {
  storage = localStorage
} catch {
  // Storage is blocked, so the next page begins as the first.
}
let kept: unknown = storage?.[key]
let open = kept === 'true'

function show(seen: boolean) {
  open = seen
  // As light or dark as the launcher, also on pages that declare no scheme, whatever the system has.
  frame.style.colorScheme = getComputedStyle(panel).color > 'rgb(1' ? 'dark' : 'light'
  panel.style.display = open ? '' : 'none'
  ;(link as HTMLAnchorElement).setAttribute('aria-expanded', open as never)
  if (asked) (open ? frame : (link as HTMLAnchorElement)).focus()
  notifyFrame()
}

function notifyFrame() {
  // And of which page it is to say that it is looked at.
  shown = document.title + location.pathname
  // A form of that name takes the title's place.
  const title = `${document.title}`
  ;(frame.contentWindow as Window).postMessage([open, title, location.pathname], chat)
  keep()
}

function keep() {
  try {
    if (storage)
      if (kept) storage[key] = open
      else delete storage[key]
  } catch {
    // The site has filled its storage.
  }
}

/** Beside the body, which the page may replace. */
function load() {
  frame.src = chat + (kept ? '&kept' : '')
  document.documentElement.append(panel)
}

function leave() {
  if (asked && !ready) location.assign(link as never)
}

/** Finds the page's link, which may come late or change, and brings back what the page has removed. */
function look() {
  const found = !link?.isConnected && document.querySelector<HTMLAnchorElement>(toChat)
  if (found) {
    link = found
    // In the page's language, where it has one, else the link's.
    const lang = found.closest<HTMLElement>('[lang]')?.lang || found.pathname.slice(1)
    const [address, launcher, language] = (languages[lang.slice(0, 2).toLowerCase()] ??
      Object.values(languages)[0]) as Spoken
    chat = address
    words.textContent = frame.title = launcher
    words.lang = frame.lang = language
    if (launcherStyle) {
      found.replaceChildren(words)
      found.style = launcherStyle
    }
    found.append(badge)
  }
  if (((chat && kept) || frame.src) && !panel.isConnected) load()
  if (ready && shown !== document.title + location.pathname) notifyFrame()
}

// A page that runs this again has the chat already.
const page = window as unknown as Record<string, unknown>
if (!page[toChat]) {
  page[toChat] = true
  panel.style = panelStyle
  frame.style = 'border:0;width:100%;height:100%'
  // For the button that copies the conversation's link, and for a sound.
  frame.allow = 'clipboard-write;autoplay'
  frame.onload = () => {
    // The framed page ends with an empty frame, which `length` may count from outside.
    if (ready) notifyFrame()
    else if ((frame.contentWindow as Window).length) {
      ready = true
      show(open)
    }
    // What loaded is no chat: the link tells why.
    leave()
  }
  panel.append(frame)

  addEventListener('click', (event) => {
    // Pages also send clicks to their document or window, which are no elements.
    const pressed = (event.target as Element).closest?.<HTMLAnchorElement>(toChat)
    // A second press before it is there follows the link.
    if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey || (asked && !ready)) return
    event.preventDefault()
    asked = true
    link = pressed
    if (ready) show(!open)
    else {
      open = true
      if (!frame.src) load()
      setTimeout(leave, timeoutMs)
    }
  })

  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && open) show(false)
  })

  addEventListener('message', ({ source, data }) => {
    // Neither is there in a message that the page made itself, before the frame is loaded.
    if (source && source === frame.contentWindow) {
      if (data === 'close') show(false)
      else {
        // Unseen answers, in words; null where the conversation is gone.
        badge.data = data
        kept = data !== null
        keep()
      }
    }
  })

  new MutationObserver(look).observe(document, { childList: true, subtree: true })
  look()
}
