/**
 * Opens the chat in the page around its link, which works without this. Adds no style or script to
 * the page, loads nothing before the click, stores nothing before the first message, and animates
 * nothing. After the first message it stores whether the chat is open, for the next page.
 */

export {}

type Spoken = [chat: string, launcher: string, close: string]

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
const button = document.createElement('button')
const badge = new Text()

let link = document.querySelector(toChat) as HTMLAnchorElement

/** In the page's language, else the link's. */
const [chat, launcher, close] = (languages[
  link?.closest<HTMLElement>('[lang]')?.lang.slice(0, 2) as string
] ??
  languages[link?.pathname.slice(1, 3)] ??
  Object.values(languages)[0]) as Spoken

/** Milliseconds until the link is followed instead. */
const patience = 15_000

let asked = false
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
  panel.style.display = open ? '' : 'none'
  link.ariaExpanded = open as never
  if (asked) (open ? frame : link).focus()
  tell()
}

function tell() {
  ;(frame.contentWindow as Window).postMessage(open, chat)
  keep()
}

function keep() {
  if (storage)
    if (kept) storage[key] = open
    else delete storage[key]
}

function load() {
  panel.style = panelStyle
  frame.style = 'width:100%;height:100%;border:0'
  button.style =
    'position:absolute;right:0;padding:.75rem 1rem;border:0;background:0 0;color:#808080;font:1.5rem system-ui'
  button.textContent = '×'
  button.ariaLabel = close
  button.onclick = () => show(false)
  frame.title = launcher
  frame.src = chat + (kept ? '&kept' : '')
  frame.onload = () => {
    // The framed page ends with an empty frame, which `length` may count from outside.
    if (ready) tell()
    else if ((frame.contentWindow as Window).length) {
      ready = true
      show(open)
    }
    // What loaded is no chat: the link tells why.
    leave()
  }
  panel.append(button, frame)
  document.body.append(panel)
}

function leave() {
  if (asked && !ready) location.assign(link as never)
}

addEventListener('click', (event) => {
  const pressed = (event.target as Element).closest<HTMLAnchorElement>(toChat)
  // A second press before it is there follows the link.
  if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey || (asked && !ready)) return
  event.preventDefault()
  asked = true
  link = pressed
  if (ready) show(!open)
  else {
    open = true
    if (!frame.src) load()
    setTimeout(leave, patience)
  }
})

addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && open) show(false)
})

addEventListener('message', ({ source, data }) => {
  if (source !== frame.contentWindow) return
  if (data === 'close') return show(false)
  // The number of unseen answers, in words; null where the conversation is gone.
  badge.data = data
  kept = data !== null
  keep()
})

if (link) {
  if (launcherStyle) {
    link.textContent = launcher
    link.style = launcherStyle
  }
  link.append(badge)
  if (kept) load()
}
