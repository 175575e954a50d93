import { elements } from './html'

export interface FormOfPage {
  id?: string
  action?: string
  /** `name=value` of the button that Enter in one of its fields presses. */
  button: string
  /** The names of its fields of one line. */
  fields: string[]
}

/** Fields in which Enter does not send the form. */
const others = /^(hidden|checkbox|radio|file|submit|button|range|color)$/

/** The forms of a page that have a field of one line, with the button that Enter in it presses: the form's first. */
export function pressedByEnter(html: string): FormOfPage[] {
  const forms: FormOfPage[] = []
  const controls: { form: number | string; tag: string; attributes: Record<string, string> }[] = []
  let open = -1
  for (const [tag, end, name = ''] of html.matchAll(/<(\/?)(form|button|input)\b[^>]*>/g)) {
    if (name === 'form' && end) open = -1
    if (end) continue
    const attributes = elements(tag, name)[0]?.attributes ?? {}
    const { id, action } = attributes
    if (name === 'form') {
      open = forms.push({ id, action, button: 'none', fields: [] }) - 1
    } else controls.push({ form: attributes.form ?? open, tag: name, attributes })
  }
  for (const { form, tag, attributes } of controls) {
    const owner = typeof form === 'number' ? forms[form] : forms.find(({ id }) => id === form)
    const { type = 'submit', name = '', value = '' } = attributes
    if (!owner) continue
    if (tag === 'input' && !others.test(attributes.type ?? 'text')) owner.fields.push(name)
    if (tag === 'button' && type === 'submit' && owner.button === 'none')
      owner.button = `${name}=${value}`
  }
  return forms.filter(({ fields }) => fields.length > 0)
}
