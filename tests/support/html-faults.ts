import { elements } from './html'

/** But for buttons, which every browser sets apart. */
const inline = ['a', 'b', 'code', 'label', 'small', 'span']

/**
 * What is wrong with the HTML of a page as the server wrote it, a sentence each: what a checker of the
 * standard finds, what its own policy refuses, and what is not for eyes that see no styles.
 */
export function htmlFaults(html: string): string[] {
  const body = html.replace(/<(script|style)\b.*?<\/\1>/gs, '')
  const ids = [...body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  const lost = [...body.matchAll(/ form="([^"]*)"/g)].flatMap(([, id = '']) =>
    ids.includes(id) ? [] : [`a control belongs to a form that is not there: ${id}`],
  )
  const bare = (body.match(/<section\b.*?<\/section>/gs) ?? []).filter(
    (section) => !/<h[1-6]\b/.test(section),
  )
  // Remix hands the page's data over behind its end.
  const [, behind = ''] = html.replace(/<script\b.*?<\/script>|<!--\/?\$-->/gs, '').split('</html>')
  const lines = elements(body, 'input').filter(
    ({ attributes }) => attributes.autocomplete === 'street-address',
  )
  const templates = elements(body, 'template').map(({ text }) => text)
  const fetched = elements(html, 'link').filter(({ attributes }) => attributes.rel === 'prefetch')
  return [
    ...lost,
    ...bare.map((section) => `a section has no heading: ${section.slice(0, 80)}`),
    ...(behind.trim() ? [`behind the end stands ${behind.slice(0, 80)}`] : []),
    ...lines.map(() => 'a street address of several lines is asked for in one'),
    ...fetched.map(({ attributes }) => `default-src refuses to prefetch ${attributes.href}`),
    ...templates.filter((text) => text.trim() !== '').map((text) => `a template says ${text}`),
    ...wordsRunTogether(body),
    ...namesShared(body),
  ]
}

/** What says nothing about what a form does: marks of the page, and where its reader returns to. */
const marks = /^(account|key|moveKey|place|seen|stamp|stockShown)$/

/** Buttons, and links that look like them, that have one name in a page and do different things. */
export function namesShared(body: string): string[] {
  const deeds = new Map<string, Set<string>>()
  const note = (name: string, deed: string) =>
    deeds.set(name, (deeds.get(name) ?? new Set()).add(deed))
  const forms = [...body.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([all, , inner = '']) => {
    const [form] = elements(all, 'form')
    return { id: form?.attributes.id, deed: `${form?.attributes.action} ${hiddenIn(inner)}`, inner }
  })
  const outside = body.replace(/<form\b.*?<\/form>/gs, '')
  for (const { inner, deed, at } of [
    ...forms.map((form) => ({ ...form, at: form.id })),
    { inner: outside, deed: 'no form', at: undefined },
  ]) {
    for (const { attributes, text } of elements(inner, 'button')) {
      const { form = at, name, value, formaction, type } = attributes
      const other = form === at ? deed : (forms.find(({ id }) => id === form)?.deed ?? form)
      const pressed = type === 'button' ? attributes['data-copy'] : `${name}=${value}`
      note(attributes['aria-label'] ?? text.trim(), `${formaction ?? other} ${pressed}`)
    }
  }
  for (const { attributes, text } of elements(body, 'a')) {
    if (!/\bbutton\b/.test(attributes.class ?? '')) continue
    note(attributes['aria-label'] ?? text.trim(), `to ${attributes.href}`)
  }
  return [...deeds].flatMap(([name, all]) =>
    all.size > 1 ? `${all.size} buttons are named “${name}”: ${[...all].join(' | ')}` : [],
  )
}

function hiddenIn(form: string): string {
  return elements(form, 'input')
    .filter(({ attributes: { type, name = '' } }) => type === 'hidden' && !marks.test(name))
    .map(({ attributes: { name, value } }) => `${name}=${value}`)
    .join('&')
}

/** Where one word ends and the next begins with nothing but tags of inline elements between. */
function wordsRunTogether(body: string): string[] {
  const tag = `<\\/?(?:${inline.join('|')}|svg|path|circle)\\b[^>]*>`
  const between = new RegExp(`[^<>]{0,20}[\\p{L}\\p{N}](?:${tag})+[\\p{L}\\p{N}][^<>]{0,20}`, 'gu')
  return (body.match(between) ?? []).map((found) => `words run together: ${found}`)
}
