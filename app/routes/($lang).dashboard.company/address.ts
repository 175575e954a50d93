import { type LegalTextName, legalTextNames } from '~/domain/legal/legal'
import { isLanguage, type Language } from '~/domain/text/languages'

export type View =
  | { at: 'overview' }
  | { at: 'details' }
  | { at: 'bank' }
  | { at: 'samples'; language: Language }
  /** From the samples, where saving leads back. */
  | { at: 'text'; name: LegalTextName; language: Language; fromSamples?: boolean }
  | { at: 'unknown' }

/** Texts are in the page's `language` unless the query names another. */
export function readView(query: URLSearchParams, language: Language): View {
  const text = query.get('text')
  const named = query.get('in') ?? language
  if (text === null) {
    if (query.has('details')) return { at: 'details' }
    if (query.has('bank')) return { at: 'bank' }
    if (!query.has('samples')) return { at: 'overview' }
    return isLanguage(named) ? { at: 'samples', language: named } : { at: 'unknown' }
  }
  const name = legalTextNames.find((each) => each === text)
  if (!name || !isLanguage(named)) return { at: 'unknown' }
  return { at: 'text', name, language: named, fromSamples: query.has('samples') }
}

export function companyAddress(view: View): string {
  const room = '/dashboard/company'
  if (view.at === 'samples') return `${room}?samples&in=${view.language}`
  if (view.at === 'text') {
    return `${room}?text=${view.name}&in=${view.language}${view.fromSamples ? '&samples' : ''}`
  }
  return view.at === 'details' || view.at === 'bank' ? `${room}?${view.at}` : room
}
