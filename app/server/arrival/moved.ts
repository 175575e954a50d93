import { barePath, languageOfPath, localizedPath } from '~/i18n/addresses'

/** Settings, whose sections were once named in the query: `?section=people`. */
const settings = '/dashboard/settings'

/** As they were then; purchases had one of their own. */
const sections =
  /^(?:general|hours|exceptions|away|replies|notifications|mail|people|log|privacy|plan|orders|password|devices|export|leave|delete)$/

/** Pages that were once a parameter of another page's address, `?checkout`, and their names now. */
const parameters: Record<string, Readonly<Record<string, string>>> = {
  '/shop': { checkout: 'checkout' },
  '/dashboard/shelf': {
    product: 'product',
    new: 'product',
    shipping: 'shipping',
    categories: 'categories',
  },
}

/**
 * The present address of a page that had another one, with the other parameters as they were sent. A form
 * of an earlier page of Settings that named no section was that of General.
 */
export function movedTo(path: string, query: string, isForm = false): string | undefined {
  const [, page = '', data = ''] = /^(.*?)(\.data)?$/.exec(path) ?? []
  const room = barePath(page)
  const asked = new URLSearchParams(query)
  const to = (name: string, dropped: string) => {
    const rest = query.slice(1).split('&')
    const others = rest.filter(
      (part) => part && part !== dropped && !part.startsWith(`${dropped}=`),
    )
    const address = localizedPath(`${room}/${name}`, languageOfPath(page)) + data
    return others.length > 0 ? `${address}?${others.join('&')}` : address
  }
  if (room === settings) {
    const section = asked.get('section') ?? (isForm && !asked.has('index') ? 'general' : '')
    return sections.test(section)
      ? to(section === 'orders' ? 'plan' : section, 'section')
      : undefined
  }
  const found = Object.entries(parameters[room] ?? {}).find(([name]) => asked.has(name))
  if (!found) return undefined
  const [name, moved] = found
  // What names a thing goes on doing so.
  return to(moved, asked.get(name) ? '' : name)
}
