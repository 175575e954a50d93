import { keepDraft, restoreDraft } from './chat/draft'
import { isFleeting } from './chat/entries'
import { lead, reach } from './chat/live'
import { follow, press, send, show, write } from './chat/outbox'
import { form, log, voice } from './chat/page'
import { hear } from './chat/tabs'
import { take } from './chat/thread'
import { onPress } from './chat/unsent'
import { tellFailures } from './failures/last-net'
import { keepLanguage } from './language/choice'

/**
 * Makes the chat page live. What is written goes into an outbox that survives the page and sends
 * until the server confirms; new messages, drawn by the server, are inserted. The page works
 * without this.
 */

/** Milliseconds between two typing signs. */
const typingEvery = 4_000
let toldTyping = 0

form.addEventListener('submit', (event) => {
  const { value, formAction, lang } = (event.submitter ?? {}) as HTMLButtonElement
  if (!value || value === 'send') write()
  // A kept draft need not be sent along, and the new language's page can simply be loaded.
  else if (value === 'switch-language' && keepDraft()) {
    keepLanguage(lang)
    location.assign(formAction.replace(/\?|$/, `?language=${lang}&`))
  }
  // Other buttons submit as without scripts.
  else return
  event.preventDefault()
})

form.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
})

form.addEventListener('input', () => {
  keepDraft()
  if (!log || Date.now() - toldTyping < typingEvery) return
  toldTyping = Date.now()
  navigator.sendBeacon(`${log.dataset.live}&typing=1`)
})

onPress(press)

hear((word) => {
  if ('news' in word) take(word.news)
  else if ('after' in word) reach(word.after)
  else if ('to' in word) follow(word.to)
  else show()
})

function wake() {
  lead()
  if (!document.hidden) send()
}

addEventListener('online', wake)
document.addEventListener('visibilitychange', wake)
addEventListener('beforeunload', (event) => {
  if (isFleeting()) event.preventDefault()
})

tellFailures(voice)
restoreDraft()
wake()
