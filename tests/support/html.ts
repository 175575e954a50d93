/** An element as the server wrote it. */
export interface Element {
  attributes: Record<string, string>
  /** Its text without tags; empty for what has none. */
  text: string
}

/** The elements of a name, in order. Reads what React writes: every `<`, `>` and `"` of a text is escaped. */
export function elements(html: string, name: string): Element[] {
  return [...html.matchAll(new RegExp(`<${name}(?=[\\s/>])([^>]*)>`, 'g'))].map((match) => {
    const end = match.index + match[0].length
    const close = html.indexOf(`</${name}>`, end)
    return { attributes: readAttributes(match[1] ?? ''), text: textOf(html.slice(end, close)) }
  })
}

/** The text of a page or a part of it, as somebody reads it. */
export function textOf(html: string): string {
  return decode(html.replace(/<(style|script)\b.*?<\/\1>/gs, '').replace(/<[^>]*>/g, ''))
}

/** The `lang` of the page. */
export function languageOf(html: string): string | undefined {
  return elements(html, 'html')[0]?.attributes.lang
}

/** A form's field with what stands in it and what is said of it. Throws when there is none. */
export function field(html: string, name: string) {
  const inputs = elements(html, 'input').map((input) => ({
    ...input,
    value: input.attributes.value ?? '',
  }))
  const textareas = elements(html, 'textarea').map((area) => ({ ...area, value: area.text }))
  const found = [...inputs, ...textareas].find(({ attributes }) => attributes.name === name)
  if (!found) throw new Error(`There is no field ${name} in: ${textOf(html)}`)
  const { attributes, value } = found
  const describing = attributes['aria-describedby']?.split(' ') ?? []
  return {
    value,
    invalid: attributes['aria-invalid'] === 'true',
    focused: 'autofocus' in attributes,
    placeholder: attributes.placeholder,
    described: describing.map((id) => byId(html, id)).join('\n'),
  }
}

/** What was said in a thread, in order. */
export function wordsIn(html: string): string[] {
  return elements(html, 'p')
    .filter(({ attributes }) => attributes.class === 'words')
    .map(({ text }) => text)
}

/** The fields that the list above a refused form leads to, in order. Throws where one is not on the page. */
export function fieldsListed(html: string): string[] {
  const [list = ''] =
    /<div class="error"[^>]* data-problem[^>]* autofocus.*?<\/ul>/is.exec(html) ?? []
  const fields = linksIn(list).map((href) => href.replace('#', ''))
  for (const field of fields) byId(html, field)
  return fields
}

/** Where links lead. */
export function linksIn(html: string): string[] {
  return elements(html, 'a').map(({ attributes }) => attributes.href ?? '')
}

/** Where links lead that leave the page, and what is typed in it, as it is. */
export function newTabsIn(html: string): string[] {
  return elements(html, 'a').flatMap(({ attributes: { target, href = '' } }) =>
    target === '_blank' ? href : [],
  )
}

function byId(html: string, id: string): string {
  const [, name] = new RegExp(`<(\\w+)[^>]* id="${id}"`).exec(html) ?? []
  const found = name && elements(html, name).find(({ attributes }) => attributes.id === id)
  if (!found) throw new Error(`Nothing has the id ${id}`)
  return found.text
}

function readAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)]
  return Object.fromEntries(
    pairs.map(([, name = '', value = '']) => [name.toLowerCase(), decode(value)]),
  )
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' }

function decode(text: string): string {
  return text.replace(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => entities[name] ?? '')
}
