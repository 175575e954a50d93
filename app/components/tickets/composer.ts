import type { KeyboardEvent } from 'react'

export function bodyOf(form: HTMLFormElement | null) {
  return form?.querySelector('textarea')
}

/** Makes the form a note's, or a reply's. */
export function setNote(form: HTMLFormElement | null, note = false) {
  if (note && form) form.dataset.writes = 'note'
  else delete form?.dataset.writes
}

/** Goes on at the end of the field with a reply, or a note, which what keeps drafts hears. */
export function beginIn(form: HTMLFormElement | null, note = false) {
  setNote(form, note)
  const body = bodyOf(form)
  if (!body) return
  body.focus()
  const { length } = body.value
  body.setSelectionRange(length, length)
  body.scrollTop = body.scrollHeight
  if (length > 0) body.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Ctrl or Command and Enter sends; Enter alone in a field beside the text goes on in the text. Menus have keys of
 * their own.
 */
export function onEnter(event: KeyboardEvent<HTMLFormElement>) {
  const { key, target, currentTarget: form, nativeEvent, ctrlKey, metaKey } = event
  const isIn = (places: string) => (target as Element).matches(places)
  if (key !== 'Enter' || nativeEvent.isComposing) return
  const isBeside = isIn('input:not([type=file], .over *)')
  const sends = ctrlKey || metaKey
  if (!isBeside && !(sends && isIn('textarea, [data-problem]'))) return
  event.preventDefault()
  if (!sends) return bodyOf(form)?.focus()
  const { writes = 'reply' } = form.dataset
  form.querySelector<HTMLElement>(`button:is([value=${writes}], [value=send])`)?.click()
}
