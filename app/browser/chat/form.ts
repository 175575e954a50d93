import { reportFailures } from '../failures/last-net'
import { keepLanguage } from '../language/choice'
import { submit } from '../page/submit'
import { restoreDraft, saveDraft } from './draft'
import { isFleeting } from './entries'
import { press, send, write } from './outbox'
import { clearErrors, field, form } from './page'
import { onPress } from './unsent'

form.addEventListener('submit', (event) => {
  const { value, formAction, lang } = (event.submitter ?? {}) as HTMLButtonElement
  if (!value || value === 'send') write()
  // A kept draft need not be sent along, and the new language's page can simply be loaded.
  else if (value === 'switch-language' && saveDraft()) {
    keepLanguage(lang)
    location.assign(formAction.replace(/\?|$/, `?language=${lang}&`))
  }
  // Other buttons submit as without scripts.
  else return
  event.preventDefault()
})

// A phone's keyboard stays: the press leaves the focus where it is.
form.addEventListener('mousedown', (event) => {
  if ((event.target as HTMLButtonElement).value === 'send') event.preventDefault()
})

form.addEventListener('keydown', (event) => {
  const { key, shiftKey, isComposing, target } = event
  if (key !== 'Enter' || shiftKey || isComposing || target !== field('body')) return
  // Phones have no other key for a new line.
  if (!matchMedia('(hover)').matches) return
  event.preventDefault()
  submit(form)
})

form.addEventListener('input', ({ target }) => {
  // What was wrong may no longer be so.
  const part = (target as Element).closest('.field')
  if (part) clearErrors(part)
  form.querySelector(':scope > .error')?.remove()
  saveDraft()
})

/** Files are chosen, pasted or dropped; their list's code loads with the first one. */
async function bring(event: Event) {
  const { type, clipboardData, dataTransfer } = event as ClipboardEvent & DragEvent
  const more = [...((clipboardData ?? dataTransfer)?.files ?? [])]
  if (more[0] || type === 'dragover') event.preventDefault()
  if (more[0] || (type === 'change' && field('files').value)) (await import('./files')).show(more)
}

for (const kind of ['change', 'paste', 'drop', 'dragover']) form.addEventListener(kind, bring)

onPress(press)

/** Sends now, and whenever the connection is back or the page visible again. */
export function start(also?: () => void) {
  function wake() {
    also?.()
    if (!document.hidden) send()
  }
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)
  addEventListener('beforeunload', (event) => {
    if (isFleeting()) event.preventDefault()
  })
  reportFailures()
  restoreDraft()
  wake()
}
