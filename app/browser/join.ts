import { attestationOf, creationOptions } from '../domain/identity/passkey-creation'
import { startPage } from './page/start'

/** Lets somebody who is invited make a passkey rather than a password; what was typed stays in any case. */
startPage()
const part = document.getElementById('with-passkey')
const button = part?.querySelector('button')
const form = button?.form
const problem = part?.querySelector<HTMLElement>('[data-none]')

if (part && button && form && problem && 'PublicKeyCredential' in window) {
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement
  const made = field('passkey')
  button.onclick = async (event) => {
    // Without a name the server says what is missing; with a passkey this is the second press, by script.
    const displayName = field('displayName').value.trim()
    if (!displayName || made.value) return
    event.preventDefault()
    problem.hidden = true
    try {
      made.value = await create(field('email').value, displayName)
      button.click()
    } catch {
      problem.hidden = false
    }
  }
  part.hidden = false
}

async function create(name: string, displayName: string): Promise<string> {
  const asked = await fetch('/passkey?new', { method: 'POST' })
  const { challenge, site, uid } = await asked.json()
  const user = { id: uid, name, displayName }
  const publicKey = creationOptions({ challenge, site, user, known: [] })
  return attestationOf(await navigator.credentials.create({ publicKey }))
}
