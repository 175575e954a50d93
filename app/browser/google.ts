import { sessionChannel } from '../domain/accounts/session-channel'
import { startPage } from './page/start'

/** Google in a popup, so that the page stays; after a failure the button submits its form. */
const button = document.getElementById('google') as HTMLButtonElement
const { content, dataset } = document.getElementById('google-popup') as HTMLTemplateElement
const { apiKey = '', authDomain = '', emulator, to = '/', wait = '', again = '' } = dataset
const failures: Record<string, string> = JSON.parse(dataset.failures ?? '{}')
const label = button.textContent
const language = document.documentElement.lang
const tabs = 'BroadcastChannel' in window ? new BroadcastChannel(sessionChannel) : undefined

let busy = false

async function takeOver(event: Event) {
  event.preventDefault()
  if (busy) return
  busy = true
  say()
  button.textContent = wait
  try {
    const { signIn } = await import('./google/popup')
    const { uid, idToken, refreshToken } = await signIn({ apiKey, authDomain, emulator, language })
    const answer = await fetch('/session', {
      method: 'POST',
      headers: { Authorization: `Bearer ${idToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ refreshToken, language, to }),
    })
    const { error, to: second } = answer.ok ? {} : await answer.json()
    if (error && !second) throw error
    button.textContent = label
    if (!second) tabs?.postMessage(uid)
    location.assign(second ?? to)
  } catch (error) {
    button.removeEventListener('click', takeOver)
    button.textContent = again
    // Errors without a code are broken connections.
    const { code = 'network-request-failed' } = error as { code?: string }
    say(code.replace('auth/', ''))
  }
  busy = false
}

/** Without a code, removes the last sentence. */
function say(code?: string) {
  button.form?.querySelector('.error')?.remove()
  if (!code) return
  button.after(content.cloneNode(true))
  const container = button.form?.querySelector('.error span')
  if (container) container.textContent = failures[code] ?? dataset.general ?? ''
}

button.addEventListener('click', takeOver)
startPage()

// Somebody has signed in in another tab.
if (tabs) tabs.onmessage = ({ data }) => data && location.replace(to)
