export function bodyOf(form: HTMLFormElement | null) {
  return form?.querySelector('textarea')
}

/** Makes the form a note's, or a reply's. */
export function setNote(form: HTMLFormElement | null, note = false) {
  if (note && form) form.dataset.writes = 'note'
  else delete form?.dataset.writes
}

/** Goes on in the field with a reply, or a note, which what keeps drafts hears. */
export function beginIn(form: HTMLFormElement | null, note = false) {
  setNote(form, note)
  const body = bodyOf(form)
  body?.focus()
  if (body?.value) body.dispatchEvent(new Event('input', { bubbles: true }))
}
