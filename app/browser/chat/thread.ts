import { log, say } from './page'
import { placeFor } from './rules'
import { type News, tell } from './tabs'
import { arrived } from './unsent'

/** The `seq` of the last message shown. */
export let last = Number(log?.dataset.last ?? 0)

const presenceLine = document.getElementById('presence')
const typingLine = document.getElementById('typing')
let toldTyping = false

export function share(news: News) {
  tell({ news })
  take(news)
}

export function take({ message, stand, presence, resync }: News) {
  if (!log) return
  if (resync) location.reload()
  const heard = message ? add(log, message) : []
  if (stand) {
    for (const item of log.querySelectorAll<HTMLElement>('.own')) {
      const status = item.querySelector('.status')
      if (status && Number(item.dataset.seq) <= stand.seen)
        status.textContent = log.dataset.seen ?? ''
    }
    const word = document.getElementById('word')
    if (word) word.textContent = stand.word
    const ask = document.getElementById('ask')
    if (ask) {
      const asks = stand.word === ask.dataset.word
      if (asks && ask.hidden) {
        ask.replaceChildren(Object.assign(document.createElement('a'), ask.dataset))
        heard.push(`${stand.word}.`, ask.textContent)
      }
      ask.hidden = !asks
    }
  }
  if (heard.length) say(heard.join(' '))
  if (presence && presenceLine && typingLine) {
    const [dot] = presenceLine.children
    if (dot) {
      dot.className = presence.here ? 'dot here' : 'dot'
      presenceLine.replaceChildren(dot, presence.text)
    }
    typingLine.hidden = !presence.typing
    Object.assign(typingLine, typingLine.dataset)
    // Once between two messages: screen readers need not hear each pause.
    if (presence.typing && !toldTyping) {
      toldTyping = true
      say(typingLine.textContent ?? '')
    }
  }
}

/** Returns what a screen reader is to announce. */
function add(list: HTMLElement, html: string): (string | null)[] {
  const template = document.createElement('template')
  template.innerHTML = html
  const atEnd = innerHeight + scrollY >= document.body.scrollHeight - 200
  const heard: (string | null)[] = []
  let day: Element | undefined
  for (const item of [...template.content.children] as HTMLElement[]) {
    const seq = Number(item.dataset.seq)
    const shown = [...list.querySelectorAll<HTMLElement>('[data-seq]')]
    const at = seq
      ? placeFor(
          shown.map((each) => Number(each.dataset.seq)),
          seq,
        )
      : undefined
    if (at !== undefined) {
      const next = shown[at] ?? null
      const days = [...list.querySelectorAll('.day')].map(({ textContent }) => textContent)
      if (day && !days.includes(day.textContent)) list.insertBefore(day, next)
      list.insertBefore(item, next)
      last = Math.max(last, seq)
      if (item.className.includes('own')) arrived(item.querySelector('.words')?.textContent)
      else heard.push(item.textContent)
    }
    day = seq ? undefined : item
  }
  if (heard.length) {
    toldTyping = false
    if (typingLine) typingLine.hidden = true
  }
  if (atEnd) list.lastElementChild?.scrollIntoView({ block: 'nearest' })
  return heard
}

/** Reads news from the page that a send returned. */
export function newsOf(page: Document): News {
  const list = page.getElementById('log')
  if (!list) return {}
  const word = page.getElementById('word')?.textContent ?? ''
  return { message: list.innerHTML, stand: { seen: Number(list.dataset.seenSeq), word } }
}
