import { startPage } from './page/start'
import { submit } from './page/submit'

/**
 * Solves a captcha where the identity service demands one. Sends the form in the background, so
 * that the page keeps what was typed: a password never comes back. Only if the response asks for it
 * does Google's script load, and the form is sent again with its response. On any failure the
 * browser submits the form as without scripts.
 */
interface Recaptcha {
  ready(begin: () => void): void
  execute(siteKey: string, options: { action: string }): Promise<string>
}

const { siteKey = '', sealed, intent } = document.getElementById('captcha')?.dataset ?? {}

/** Where React draws the page, it handles only the second submission. */
const rendered = '__remixContext' in window

/** Milliseconds for Google's script to load. */
const timeoutMs = 15_000

let busy = false
let handedOver = false

async function takeOver(event: SubmitEvent) {
  if (handedOver) return
  const form = event.target as HTMLFormElement
  const button = event.submitter as HTMLButtonElement | null
  const action = button?.dataset.captcha ?? form.dataset.captcha ?? proving(form)
  if (!action || button?.value === 'switch-language') return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (busy) return
  busy = true
  let response = ''
  try {
    const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
    if (button?.name) body.append(button.name, button.value)
    const answer = await fetch(form.action, { method: 'POST', body })
    // A redirect means success.
    if (answer.redirected) return location.assign(answer.url)
    const missed = answer.headers.has('Captcha')
    if (!missed && !rendered) return show(form, await answer.text())
    if (missed) response = await ask(action)
  } catch {
    // The connection broke: the browser says so best.
  } finally {
    busy = false
  }
  const bring = ({ formData }: FormDataEvent) => response && formData.append('captcha', response)
  form.addEventListener('formdata', bring, { once: true })
  handedOver = true
  if (button) button.click()
  else submit(form)
  handedOver = false
}

/** Confirming the password is proved like a sign-in. */
function proving(form: HTMLFormElement) {
  return form.querySelector('[autocomplete=current-password]') ? 'signInWithPassword' : undefined
}

function show(form: HTMLFormElement, page: string) {
  const theirs = new DOMParser().parseFromString(page, 'text/html').getElementById(form.id)
  if (!theirs) throw page
  form.replaceWith(theirs)
  theirs.querySelector<HTMLElement>('[autofocus]')?.focus()
}

/** Without a response does as the Firebase browser SDK does; the service then decides. */
function ask(action: string) {
  return new Promise<string>((resolve, reject) => {
    setTimeout(reject, timeoutMs)
    const script = document.createElement('script')
    script.src = `https://www.google.com/recaptcha/enterprise.js?render=${siteKey}`
    script.onerror = reject
    script.onload = () => {
      const { enterprise } = (window as unknown as { grecaptcha: { enterprise: Recaptcha } })
        .grecaptcha
      enterprise.ready(() => enterprise.execute(siteKey, { action }).then(resolve, reject))
    }
    document.head.append(script)
  }).catch(() => 'NO_RECAPTCHA')
}

/** Submits the form again with a token: it was sent before the service demanded one. */
async function sendAgain(sealed: string) {
  const button = document.querySelector<HTMLButtonElement>(`[name=intent][value='${intent}']`)
  const form = button?.form ?? document.querySelector<HTMLFormElement>('form[data-captcha]')
  if (!form) return
  const action = button?.dataset.captcha ?? form.dataset.captcha ?? 'signInWithPassword'
  const captcha = await ask(action)
  form.addEventListener('formdata', ({ formData }) => {
    formData.set('again', sealed)
    formData.set('captcha', captcha)
    formData.set('intent', intent ?? '')
  })
  form.submit()
}

// Before React's listener.
document.addEventListener('submit', takeOver, true)
if (sealed) sendAgain(sealed)
startPage()
