/** What the server drew and the script works on. */
export const form = document.getElementById('composer') as HTMLFormElement

/** The messages of the conversation; not there before the first one was sent. */
export const log = document.getElementById('log') as HTMLOListElement | null

/** Which conversation this is, or at which desk one begins: the query of the form's address. */
export function place(): string {
  return new URL(form.action).search
}

export function field(name: string): HTMLInputElement {
  return form.querySelector(`[name=${name}]`) as HTMLInputElement
}

export type Fields = [name: string, value: FormDataEntryValue][]

/** All that the form would send; a file field in which nothing was chosen counts as absent. */
export function read(): Fields {
  return [...new FormData(form)].filter(([, value]) => typeof value === 'string' || value.size)
}

/** Puts back what somebody typed or chose, and the key under which it may have been sent before. */
export function fill(fields: Fields) {
  const files = new DataTransfer()
  for (const [name, value] of fields) {
    const input = field(name)
    if (typeof value !== 'string') {
      files.items.add(value)
      if (input) input.files = files.files
    } else if (input && (input.type !== 'hidden' || name === 'key')) input.value = value
  }
}

export const voice = document.getElementById('told') as HTMLElement

/** Tells a screen reader, once and politely. */
export function say(text: string | undefined) {
  // What nobody expected was shown there as well.
  voice.className = 'visually-hidden'
  voice.textContent = text ?? ''
}
