import { type LegalTextName, legalTextNames } from '~/domain/legal/legal'
import { isLanguage, type Language } from '~/domain/text/languages'

export type Place =
  | { at: 'overview' }
  | { at: 'details' }
  | { at: 'bank' }
  | { at: 'text'; name: LegalTextName; language: Language }
  | { at: 'unknown' }

/** A text is in the page's `language` unless the query names another. */
export function readPlace(query: URLSearchParams, language: Language): Place {
  const text = query.get('text')
  if (text === null) {
    if (query.has('details')) return { at: 'details' }
    return query.has('bank') ? { at: 'bank' } : { at: 'overview' }
  }
  const name = legalTextNames.find((each) => each === text)
  const named = query.get('in') ?? language
  return name && isLanguage(named) ? { at: 'text', name, language: named } : { at: 'unknown' }
}

export function companyPlace(place: Place): string {
  const room = '/dashboard/company'
  if (place.at === 'text') return `${room}?text=${place.name}&in=${place.language}`
  return place.at === 'details' || place.at === 'bank' ? `${room}?${place.at}` : room
}
