import { fromBase64url, toBase64url } from '../domain/text/base64url'
import { startPage } from './page/start'

/** Shows the form for passkeys, and sends it once the device has signed what the server asks. */
startPage()
const form = document.getElementById('passkey') as HTMLFormElement | null
const answer = form?.elements.namedItem('passkey') as HTMLInputElement | null
const problem = form?.querySelector<HTMLElement>('[data-none]')

if (form && answer && problem && 'PublicKeyCredential' in window) {
  form.onsubmit = async (event) => {
    event.preventDefault()
    problem.hidden = true
    try {
      answer.value = JSON.stringify(await sign())
      form.submit()
    } catch {
      problem.hidden = false
    }
  }
  form.hidden = false
}

async function sign() {
  const asked = await fetch('/passkey', { method: 'POST' })
  const { challenge } = await asked.json()
  const credential = await navigator.credentials.get({
    publicKey: { challenge: fromBase64url(challenge) },
  })
  const { id, response } = credential as PublicKeyCredential & {
    response: AuthenticatorAssertionResponse
  }
  const { userHandle, clientDataJSON, authenticatorData, signature } = response
  return {
    id,
    userHandle: toBase64url(userHandle ?? new ArrayBuffer(0)),
    clientDataJSON: toBase64url(clientDataJSON),
    authenticatorData: toBase64url(authenticatorData),
    signature: toBase64url(signature),
  }
}
