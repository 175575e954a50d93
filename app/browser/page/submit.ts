/** Submits a form as by a nameless button; Safari knows `requestSubmit` from version 16 on. */
export function submit(form: HTMLFormElement) {
  const button = document.createElement('button')
  button.hidden = true
  form.append(button)
  button.click()
  button.remove()
}
