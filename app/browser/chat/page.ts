export const form = document.getElementById('composer') as HTMLFormElement

/** Absent before the first message. */
export const log = document.getElementById('log') as HTMLOListElement | null

/** The conversation or desk: the query of the form's address. */
export function conversationKey(): string {
  return new URL(form.action).search
}

/** The `seq` of the last message shown; `hear` takes the page that a send returned. */
export const thread = { last: 0, hear(_: Document) {} }

export function field(name: string): HTMLInputElement {
  return form.querySelector(`[name=${name}]`) as HTMLInputElement
}

export type Fields = [name: string, value: FormDataEntryValue][]

export function read(): Fields {
  return [...new FormData(form)].filter(([, value]) => typeof value === 'string' || value.name)
}

/** Restores the fields, including the key under which they may have been sent before. */
export function fill(fields: Fields) {
  const files = new DataTransfer()
  for (const [name, value] of fields) {
    const input = field(name)
    if (typeof value !== 'string') {
      files.items.add(value)
      if (input) input.files = files.files
    } else if (input && (input.type !== 'hidden' || name === 'key')) input.value = value
  }
  // Lists the files.
  form.dispatchEvent(new Event('change'))
}

export function clearErrors(part: Element) {
  for (const error of part.querySelectorAll('.error')) error.remove()
  for (const bad of part.querySelectorAll('[aria-invalid]')) bad.removeAttribute('aria-invalid')
}

export const voice = document.getElementById('told') as HTMLElement

export function say(text: string | undefined) {
  // It may have shown an unexpected error.
  voice.className = 'visually-hidden'
  voice.textContent = text ?? ''
}
