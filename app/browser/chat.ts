import { keepDays } from './chat/days'
import { start } from './chat/form'
import { lead, reach } from './chat/live'
import { closeBeside } from './chat/more'
import { follow, show } from './chat/outbox'
import { form, log } from './chat/page'
import { hear } from './chat/tabs'
import { take } from './chat/thread'
import { enableCopying } from './page/copy'

/**
 * Makes a conversation's page live. What is written goes into an outbox that survives the page and
 * sends until the server confirms; new messages, rendered by the server, are inserted. The page works
 * without this.
 */

/** Milliseconds between two typing signs. */
const typingEvery = 4_000
let typingSentAt = 0

form.addEventListener('input', () => {
  if (Date.now() - typingSentAt < typingEvery) return
  typingSentAt = Date.now()
  navigator.sendBeacon(`${log?.dataset.live}&typing=1`)
})

hear((word) => {
  if ('news' in word) take(word.news)
  else if ('after' in word) reach(word.after)
  else if ('to' in word) follow(word.to)
  else show()
})

keepDays()
enableCopying()
closeBeside()
// The page itself stays where it is.
if (!location.hash) document.getElementById('new')?.scrollIntoView({ block: 'nearest' })
start(lead)
