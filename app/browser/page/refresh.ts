/** Of the newest request; another one's response changes nothing that is seen. */
let latest = 0
let running = Promise.resolve()
let sending: AbortController | undefined

/** For a field that is being typed in, which no response may replace. */
export function outdate() {
  latest += 1
}

/**
 * Sends the form as the button of an intent would, and takes these parts from the page that comes back; the focus
 * stays where it was. One request at a time: each has the `key` of the response before it.
 */
export function refresh(form: string, intent: string, parts: string[], key = ''): Promise<void> {
  latest += 1
  const request = latest
  running = running.then(send, send)
  return running

  async function send() {
    const element = document.querySelector<HTMLFormElement>(form)
    if (request !== latest || !element) return
    const fields = [...new FormData(element)].map(([name, value]) => [name, String(value)])
    const body = new URLSearchParams([...fields, ['intent', intent]])
    sending = new AbortController()
    const { signal } = sending
    const sent = { method: 'POST', body, keepalive: true, signal }
    const text = await (await fetch(element.action, sent)).text()
    const page = new DOMParser().parseFromString(text, 'text/html')
    for (const part of request === latest ? parts : []) exchange(part, page)
    if (key) exchange(key, page)
  }
}

const focusable = 'a, button, input'

function exchange(part: string, page: Document) {
  const [now, then] = [document, page].map((each) => each.querySelector(part))
  if (!now) return
  if (!then) throw new Error(part)
  const place = [...now.querySelectorAll(focusable)].indexOf(document.activeElement as Element)
  now.replaceWith(then)
  then.querySelectorAll<HTMLElement>(focusable)[place]?.focus()
}

// A form that is sent by hand says it all itself.
addEventListener('submit', () => {
  outdate()
  sending?.abort()
})
