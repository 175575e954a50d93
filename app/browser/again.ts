import { begin } from './chat/begin'

/**
 * `begin.ts` beside a conversation that goes on: says that it has an answer as soon as one comes, while the page is
 * looked at. The words are the server's.
 */
begin()

const banner = document.querySelector<HTMLElement>('.earlier')
const title = document.title
let source: EventSource | undefined

function listen() {
  source?.close()
  if (document.hidden || !banner) return
  source = new EventSource(banner.dataset.live ?? '')
  source.onmessage = ({ data }) => void take(banner, JSON.parse(data).count)
}

async function take(place: HTMLElement, count: number) {
  document.title = count ? `(${count}) ${title}` : title
  const isAnswered = place.querySelector('.button') !== null
  if (Boolean(count) === isAnswered) return
  const text = await (await fetch(location.href)).text()
  const page = new DOMParser().parseFromString(text, 'text/html')
  const now = page.querySelector('.earlier')
  if (now) place.replaceChildren(...now.childNodes)
}

document.addEventListener('visibilitychange', listen)
listen()
