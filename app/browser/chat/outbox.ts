import { alone } from './alone'
import { saveDraft } from './draft'
import { drop, type Entry, entries, isFleeting, save } from './entries'
import { clearErrors, conversationKey, field, fill, form, log, read, say, thread } from './page'
import { post } from './post'
import { newKey, pauseAfter, verdict } from './rules'
import { broadcast } from './tabs'
import { isEmpty, progress, render, wordsFor } from './unsent'

let failures = 0
let timer: ReturnType<typeof setTimeout>
let wanted = false
let busy = false
/** The time of this tab's last entry: no two have the same, even where a clock is put back. */
let latest = 0

/** Moves the form's content into the outbox, and sends. */
export async function write() {
  latest = Math.max(Date.now(), latest + 1)
  const entry = { id: newKey(), place: conversationKey(), time: latest, fields: read() }
  for (const name of ['body', 'files']) if (field(name)) field(name).value = ''
  // Files uploaded earlier go with this message.
  form.querySelector('.uploaded')?.remove()
  field('key').value = newKey()
  clearErrors(form)
  await save(entry)
  saveDraft()
  say(wordsFor('sending'))
  changed()
  send()
}

/** Sends the outbox in order; one tab at a time. */
export async function send() {
  wanted = true
  if (busy) return
  busy = true
  while (wanted) {
    wanted = false
    clearTimeout(timer)
    await show()
    await alone(`send${conversationKey()}`, async () => {
      while (await sendFirst());
    })
  }
  busy = false
}

/** Sends an entry again, or returns it to the form for changes. */
export async function press(id: string, what: string) {
  const entry = (await entries()).find((each) => each.id === id)
  field('body').focus()
  failures = 0
  if (entry && what === 'again') {
    delete entry.why
    await save(entry)
  } else if (entry) {
    const typed = field('body').value
    fill(entry.fields)
    if (typed) field('body').value += `\n\n${typed}`
    saveDraft()
    await drop(id)
  }
  changed()
  send()
}

/** Another tab has begun this conversation, or the one that follows it. */
export async function follow(address: string) {
  if (!log && isEmpty()) return
  await readdress(address)
  leave(address)
}

async function readdress(address: string) {
  const waiting = await entries()
  form.action = address
  for (const entry of waiting) await save({ ...entry, place: conversationKey() })
}

/** Stays if something would be lost that storage did not take. */
function leave(address: string) {
  if (saveDraft() && !isFleeting()) location.replace(`${address}#body`)
}

export async function show() {
  render(await entries(), ({ why }) =>
    why !== undefined ? 'failed' : failures > 0 ? 'waiting' : 'sending',
  )
}

function changed() {
  broadcast({ outbox: true })
  return show()
}

async function sendFirst(): Promise<boolean> {
  const entry = (await entries()).find(({ why }) => why === undefined)
  if (!entry) return false
  const address = new URL(form.action)
  address.searchParams.set('after', String(thread.last))
  const answer = await post(address.href, entry.fields, (done) => progress(entry.id, done))
  const page: Document | null = answer.response
  const means = verdict(answer.status, !!page?.getElementById('log'))
  if (means === 'later') {
    failures += 1
    if (failures === 1) say(wordsFor('waiting'))
    const asked = Number(answer.getResponseHeader('Retry-After')) * 1_000 || 0
    timer = setTimeout(send, Math.max(asked, pauseAfter(failures, Math.random())))
  } else {
    failures = 0
    say(means === 'sent' ? log?.dataset.sent : '')
    if (means === 'sent') await settle(entry, answer.responseURL)
    else await refuse(entry, page)
    if (page) thread.hear(page)
  }
  await changed()
  return means !== 'later'
}

async function settle(entry: Entry, answered: string) {
  const address = new URL(form.action)
  const secret = new URL(answered).searchParams.get('t') ?? ''
  const moves = secret !== address.searchParams.get('t')
  address.search = `t=${secret}`
  form.querySelector('.banner')?.remove()
  // Removed after the others moved: if this stops half-way it is sent again, and counts once.
  if (moves) await readdress(address.href)
  await drop(entry.id)
  if (!moves) return
  broadcast({ to: address.href })
  leave(address.href)
}

async function refuse(entry: Entry, page: Document | null) {
  const theirs = page?.getElementById('composer')
  if (theirs && !field('body').value) {
    form.replaceChildren(...theirs.childNodes)
    // What was taken is listed above the field, which would send it twice.
    if (!form.querySelector('.uploaded'))
      fill(entry.fields.filter(([, value]) => typeof value !== 'string'))
    saveDraft()
    await drop(entry.id)
    const wrong = form.querySelector<HTMLElement>('[aria-invalid]') ?? field('body')
    wrong.focus()
  } else {
    entry.why = page?.querySelector('#composer .error, main h1')?.textContent ?? ''
    await save(entry)
    say(`${wordsFor('failed')} ${entry.why}`)
  }
}
