/**
 * Opens the chat in the page around its link, which works without this. Stores nothing, adds no
 * style or script to the page, loads nothing before the click, and animates nothing.
 */

export {}

/** Filled in by the server for a desk; styles are declarations, words come in every language. */
declare const __EMBED__: [
  origin: string,
  key: string,
  /** Without it the link keeps the page's style. */
  launcherStyle: string,
  panelStyle: string,
  /** The default first: its pages have no prefix. */
  languages: string[],
  launcher: string[],
  close: string[],
]

const [origin, key, launcherStyle, panelStyle, languages, launcher, close] = __EMBED__
const toChat = `a[href*="/chat?desk=${key}"]`
const panel = document.createElement('div')
const frame = document.createElement('iframe')
const button = document.createElement('button')

let link = document.querySelector<HTMLAnchorElement>(toChat)
/** Milliseconds until the link is followed instead. */
const patience = 15_000

let asked = false
let ready = false

/** The page's language, or the link's where that is not ours. */
function language() {
  return [document.documentElement.lang, link?.pathname.slice(1), languages[0]]
    .map((tag = '') => languages.indexOf(tag.toLowerCase().split(/[-/]/)[0] as string))
    .find((place) => place >= 0) as number
}

function show(open: boolean) {
  panel.style.display = open ? '' : 'none'
  if (link) link.ariaExpanded = `${open}`
  ;(open ? frame : link)?.focus()
}

/**
 * The framed page ends with an empty frame, which `length` may count from outside: then it is
 * complete.
 */
function look() {
  if (ready) return
  if (frame.contentWindow?.length) {
    ready = true
    show(true)
  } else setTimeout(look, 99)
}

function load(address: string) {
  asked = true
  panel.style.cssText = `${panelStyle};display:none`
  frame.style.cssText = 'width:100%;height:100%;border:0'
  button.style.cssText =
    'position:absolute;top:0;right:0;padding:1rem;border:0;background:0 0;color:#808080;font:1.5rem/.7 sans-serif'
  button.textContent = '×'
  button.ariaLabel = close[language()] as string
  button.onclick = () => show(false)
  frame.title = launcher[language()] as string
  frame.referrerPolicy = 'origin'
  frame.src = `${origin + (language() ? `/${languages[language()]}` : '')}/chat?desk=${key}`
  frame.onload = () => {
    frame.contentWindow?.postMessage('', origin)
    look()
    // What loaded is no chat: the link tells why.
    if (!ready) location.assign(address)
  }
  panel.append(frame, button)
  document.body.append(panel)
  look()
  // Nothing loaded.
  setTimeout(() => ready || location.assign(address), patience)
}

addEventListener('click', (event) => {
  const pressed = (event.target as Element).closest<HTMLAnchorElement>(toChat)
  // A second press before it is there follows the link.
  if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey || (asked && !ready)) return
  event.preventDefault()
  link = pressed
  if (ready) show(!!panel.style.display)
  else load(link.href)
})

addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && ready && !panel.style.display) show(false)
})

addEventListener('message', (event) => {
  if (event.origin === origin && event.source === frame.contentWindow) show(false)
})

if (link && launcherStyle) {
  link.textContent = launcher[language()] as string
  link.style.cssText = launcherStyle
}
