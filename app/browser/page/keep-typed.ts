type Typed = HTMLInputElement | HTMLTextAreaElement

const typed = ['text', 'email', 'date', 'textarea']

/** Keeps in the tab, under this name, what is typed into a form, until the button `intent` sends it. */
export function keepTyped(form: HTMLFormElement, name: string, intent: string) {
  const fields = () =>
    [...(form.elements as Iterable<Typed>)].filter(({ type }) => typed.includes(type))
  const save = () => store(name, fields())
  for (const [key, value] of read(name)) {
    const field = fields().find((each) => each.name === key)
    // What the browser has put back itself wins.
    if (!value || !field || field.value !== field.defaultValue) continue
    field.value = value
    field.closest('details')?.setAttribute('open', '')
  }
  form.addEventListener('input', save)
  form.addEventListener('click', ({ target }) => {
    if ((target as Element).closest(`[value=${intent}]`)) store(name, [])
  })
  // What was refused comes back with the page.
  save()
}

function read(name: string): [string, string][] {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '[]')
  } catch {
    return []
  }
}

function store(name: string, fields: Typed[]) {
  const values = fields.flatMap((each) => (each.value ? [[each.name, each.value]] : []))
  try {
    if (values.length > 0) sessionStorage.setItem(name, JSON.stringify(values))
    else sessionStorage.removeItem(name)
  } catch {
    // Storage is blocked.
  }
}
