import { type LegalTextName, legalTextNames } from '~/domain/legal/legal'
import { isLanguage, type Language } from '~/domain/text/languages'

export type View =
  | { at: 'overview' }
  | { at: 'details' }
  | { at: 'bank' }
  | { at: 'text'; name: LegalTextName; language: Language }
  | { at: 'unknown' }

/** A text is in the page's `language` unless the query names another. */
export function readView(query: URLSearchParams, language: Language): View {
  const text = query.get('text')
  if (text === null) {
    if (query.has('details')) return { at: 'details' }
    return query.has('bank') ? { at: 'bank' } : { at: 'overview' }
  }
  const name = legalTextNames.find((each) => each === text)
  const named = query.get('in') ?? language
  return name && isLanguage(named) ? { at: 'text', name, language: named } : { at: 'unknown' }
}

export function companyAddress(view: View): string {
  const room = '/dashboard/company'
  if (view.at === 'text') return `${room}?text=${view.name}&in=${view.language}`
  return view.at === 'details' || view.at === 'bank' ? `${room}?${view.at}` : room
}
