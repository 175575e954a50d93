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

/** Enter in a field beside the text goes on in the text: only a button sends. Menus have keys of their own. */
export function onToText(event: KeyboardEvent<HTMLFormElement>) {
  const { key, target, currentTarget, nativeEvent, ctrlKey, metaKey } = event
  if (key !== 'Enter' || nativeEvent.isComposing || ctrlKey || metaKey) return
  if (!(target as Element).matches('input:not([type=file], .over *)')) return
  event.preventDefault()
  bodyOf(currentTarget)?.focus()
}
