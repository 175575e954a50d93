import { applyLanguageChoice } from './language/stored-choice'

/**
 * Proves to the identity service that a person sends the form, where it demands that. The page holds
 * on to what was typed: a password never comes back. The form is sent in the background; only if the
 * answer says that the proof is missing does Google's script come, and the form goes once more with
 * its response. Whatever fails here leaves the form to the browser, as without scripts.
 */
interface Recaptcha {
  ready(begin: () => void): void
  execute(siteKey: string, options: { action: string }): Promise<string>
}

const siteKey = document.getElementById('captcha')?.dataset.siteKey ?? ''

/** Where React draws the page, it is to hear of nothing but the form that goes once more. */
const drawnHere = '__remixContext' in window

/** As long as a line may take for Google's script, in milliseconds. */
const patience = 15_000

let busy = false
/** Whether the browser is about to send the form itself. */
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
    // Whoever was let in, or whose mail is on its way, was led on.
    if (answer.redirected) return location.assign(answer.url)
    const missed = answer.headers.has('Captcha')
    if (!missed && !drawnHere) return show(form, await answer.text())
    // Without a response the service decides; so the Firebase browser SDK has it.
    if (missed) response = await ask(action).catch(() => 'NO_RECAPTCHA')
  } catch {
    // The line is cut: the browser says so best.
  } finally {
    busy = false
  }
  const bring = ({ formData }: FormDataEvent) => response && formData.append('captcha', response)
  form.addEventListener('formdata', bring, { once: true })
  handedOver = true
  form.requestSubmit(button)
  handedOver = false
}

/** Whoever is asked for the password once more proves it as at a sign-in. */
function proving(form: HTMLFormElement) {
  return form.querySelector('[autocomplete=current-password]') ? 'signInWithPassword' : undefined
}

/** The form as the server answered it, with what is wrong beside its fields. */
function show(form: HTMLFormElement, page: string) {
  const theirs = new DOMParser().parseFromString(page, 'text/html').getElementById(form.id)
  if (!theirs) throw page
  form.replaceWith(theirs)
  theirs.querySelector<HTMLElement>('[autofocus]')?.focus()
}

/** A response of Google's for what the form is about to do. */
function ask(action: string) {
  return new Promise<string>((resolve, reject) => {
    setTimeout(reject, patience)
    const script = document.createElement('script')
    script.src = `https://www.google.com/recaptcha/enterprise.js?render=${siteKey}`
    script.onerror = reject
    script.onload = () => {
      const { enterprise } = (window as unknown as { grecaptcha: { enterprise: Recaptcha } })
        .grecaptcha
      enterprise.ready(() => enterprise.execute(siteKey, { action }).then(resolve, reject))
    }
    document.head.append(script)
  })
}

// Before React hears of it.
document.addEventListener('submit', takeOver, true)
applyLanguageChoice()
