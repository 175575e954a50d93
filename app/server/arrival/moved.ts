/** Settings, whose sections were once named in the query: `?section=people`. */
const settings = /^((?:\/[a-z]{2})?\/dashboard\/settings)(\.data)?$/

/** As they were then; purchases had one of their own. */
const sections =
  /^(?:general|hours|exceptions|away|replies|notifications|mail|people|log|privacy|plan|orders|password|devices|export|leave|delete)$/

/**
 * The present address of a page that had another one, with the other parameters as they were sent. A form
 * of an earlier page that named no section was that of General.
 */
export function movedTo(path: string, query: string, isForm = false): string | undefined {
  const [, room, data = ''] = settings.exec(path) ?? []
  const asked = new URLSearchParams(query)
  const section = asked.get('section') ?? (isForm && !asked.has('index') ? 'general' : '')
  if (!room || !sections.test(section)) return undefined
  const rest = query.slice(1).split('&')
  const others = rest.filter((part) => !part.startsWith('section=')).join('&')
  return `${room}/${section === 'orders' ? 'plan' : section}${data}${others && `?${others}`}`
}
