import { unsent } from '../domain/messages'
import './language/choice'

/**
 * Makes the chat page live. The page works without this: here new messages, drawn by the server,
 * are put where they belong, and the form is sent without leaving the page. Every answer to a send
 * is the whole page again, so that a stream that died unnoticed is repaired by the next message.
 */
const log = document.getElementById('log') as HTMLOListElement
const form = document.getElementById('composer') as HTMLFormElement

let last = Number(log.dataset.last)
let source: EventSource | undefined
let pause = 1_000

/** Appends what is new of a list of messages, each with the day line in front of it if it has one. */
function add(html: string) {
  const template = document.createElement('template')
  template.innerHTML = html
  const atEnd = innerHeight + scrollY >= document.body.scrollHeight - 200
  let day: Element | undefined
  for (const item of [...template.content.children] as HTMLElement[]) {
    const seq = Number(item.dataset.seq)
    if (!seq) day = item
    else {
      if (seq > last) {
        if (day && day.textContent !== lastDay()) log.append(day)
        log.append(item)
        last = seq
      }
      day = undefined
    }
  }
  if (atEnd) log.lastElementChild?.scrollIntoView({ block: 'nearest' })
}

function lastDay() {
  return [...log.querySelectorAll('.day')].at(-1)?.textContent
}

/** The other side has read up to `seq`; `word` says how the conversation stands. */
function stand({ seen, word }: { seen: number; word: string }) {
  for (const item of log.querySelectorAll<HTMLElement>('.own')) {
    const status = item.querySelector('.status')
    if (status && Number(item.dataset.seq) <= seen) status.textContent = log.dataset.seen ?? ''
  }
  const place = document.getElementById('word')
  if (place) place.textContent = word
}

function listen() {
  source?.close()
  if (document.hidden) return
  source = new EventSource(`${log.dataset.live}&after=${last}`)
  source.onopen = () => {
    pause = 1_000
  }
  source.onmessage = ({ data }) => add(data)
  source.addEventListener('stand', ({ data }) => stand(JSON.parse(data)))
  source.onerror = () => {
    // A cut line is taken up again by the browser; a refusal is not, and is asked again later.
    if (source?.readyState !== EventSource.CLOSED) return
    setTimeout(listen, pause)
    pause = Math.min(pause * 2, 60_000)
  }
}

function field(name: string, within: ParentNode = form) {
  return within.querySelector<HTMLInputElement>(`[name=${name}]`)
}

function say(what: 'sending' | 'failed' | '') {
  const place = document.getElementById('sending')
  if (place) place.textContent = (what && place.dataset[what]) || ''
}

let sending = false

async function send() {
  if (sending) return
  sending = true
  say('sending')
  const sent = field('body')?.value ?? ''
  try {
    const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
    const answer = await fetch(form.action, { method: 'POST', body })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const theirs = page.getElementById('composer')
    if (answer.status >= 500 || !theirs) throw answer
    if (answer.ok && ticket(answer.url) !== ticket(location.href)) location.assign(answer.url)
    add(page.getElementById('log')?.innerHTML ?? '')
    // The answered form has the next key, and with an error also the text and what is wrong with it.
    const typed = field('body')?.value ?? ''
    form.innerHTML = theirs.innerHTML
    say('')
    const next = field('body')
    if (next && typed !== sent) next.value = answer.ok ? unsent(typed, sent) : typed
    next?.focus()
  } catch {
    say('failed')
  }
  sending = false
}

function ticket(address: string) {
  return new URL(address).searchParams.get('t')
}

form.addEventListener('submit', (event) => {
  if ((event.submitter as HTMLButtonElement | null)?.value === 'switch-language') return
  event.preventDefault()
  send()
})

form.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
})

document.addEventListener('visibilitychange', listen)
listen()
