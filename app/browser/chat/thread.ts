import { turnTo } from './days'
import { saveDraft } from './draft'
import { isFleeting } from './entries'
import { clearErrors, field, log, say, thread } from './page'
import { insertionIndex } from './rules'
import { broadcast, type News } from './tabs'
import { arrived } from './unsent'

thread.last = Number(log?.dataset.last)
thread.hear = (page) => share(newsOf(page))

const presenceLine = document.getElementById('presence')
const rate = document.getElementById('rating')
const typingLine = document.getElementById('typing')
let announcedTyping = false
let timer: ReturnType<typeof setTimeout>

// Its error is of what was chosen before.
rate?.addEventListener('input', () => clearErrors(rate))

export function share(news: News) {
  broadcast({ news })
  take(news)
}

export function take({ message, stand, presence, resync }: News) {
  if (!log) return
  if (resync) return loadAgain()
  const heard: unknown[] = message ? add(log, message) : []
  if (stand) {
    for (const item of log.querySelectorAll<HTMLElement>('.own')) {
      const status = item.querySelector('.status')
      if (status && Number(item.dataset.seq) <= stand.seen)
        status.textContent = log.dataset.seen ?? ''
    }
    const word = document.getElementById('word')
    if (word) word.textContent = stand.word
    if (rate?.dataset.word) {
      const asks = stand.word === rate.dataset.word
      if (asks && rate.hidden)
        heard.push(`${stand.word}.`, rate.querySelector(':scope > form legend')?.textContent)
      // An error of before would stand at a question that is asked again.
      if (asks && rate.hidden) clearErrors(rate)
      // What was said of its end is not true any more.
      if (!asks && !rate.hidden) heard.push(`${stand.word}.`)
      rate.hidden = !asks
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
    if (presence.typing && !announcedTyping) {
      announcedTyping = true
      say(typingLine.textContent ?? '')
    }
  }
}

/** Once nothing would be lost with the page. */
function loadAgain() {
  clearTimeout(timer)
  timer = setTimeout(loadAgain, 1_000)
  if (saveDraft() && !isFleeting() && !field('files')?.value) location.reload()
}

/** Returns what a screen reader is to announce. */
function add(list: HTMLElement, html: string): (string | null)[] {
  const template = document.createElement('template')
  template.innerHTML = html
  const heard: (string | null)[] = []
  let day: HTMLElement | undefined
  for (const item of [...template.content.children] as HTMLElement[]) {
    const seq = Number(item.dataset.seq)
    const shown = [...list.querySelectorAll<HTMLElement>('[data-seq]')]
    const at = seq
      ? insertionIndex(
          shown.map((each) => Number(each.dataset.seq)),
          seq,
        )
      : undefined
    if (at !== undefined) {
      const next = shown[at] ?? null
      if (day) {
        // By the date: browsers translate the words.
        const date = `${day.dataset.day}`
        turnTo(Date.parse(date))
        if (!list.querySelector(`[data-day="${date}"]`)) list.insertBefore(day, next)
      }
      list.insertBefore(item, next)
      thread.last = Math.max(thread.last, seq)
      if (item.className.includes('own')) arrived(wordsOf(item))
      else heard.push(item.textContent)
    }
    day = seq ? undefined : item
  }
  if (heard.length) {
    announcedTyping = false
    if (typingLine) typingLine.hidden = true
  }
  return heard
}

/** As they were written, without the hosts that a page adds to links. */
function wordsOf(item: HTMLElement): string | undefined {
  const words = item.querySelector('.words')?.cloneNode(true) as HTMLElement | undefined
  for (const host of words?.querySelectorAll('.host') ?? []) host.remove()
  return words?.textContent ?? undefined
}

/** Reads news from the page that a send returned. */
function newsOf(page: Document): News {
  const list = page.getElementById('log')
  if (!list) return {}
  const word = page.getElementById('word')?.textContent ?? ''
  return { message: list.innerHTML, stand: { seen: Number(list.dataset.seenSeq), word } }
}
