export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function controls(): Control[] {
  return [...document.querySelectorAll<Control>('input, textarea, select')]
}

/** Whether something was typed or chosen in it since the page came. */
export function isChanged(field: Control): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options]
    const first = options.findIndex(({ defaultSelected }) => defaultSelected)
    return field.selectedIndex !== Math.max(first, 0)
  }
  if (field.type === 'hidden') return false
  if (field.type === 'file') return field.value !== ''
  return isTicked(field)
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue
}

export function isTicked(field: Control): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}

/** The forms of the page that would send something typed or chosen; passwords do not count. */
export function typedForms(): HTMLFormElement[] {
  const typed = controls().filter((field) => field.type !== 'password' && isChanged(field))
  const forms = typed.flatMap(({ form }) => (form?.method === 'post' ? form : []))
  return [...new Set(forms)]
}
