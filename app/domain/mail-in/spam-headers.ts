import type { Headers } from './letters'

/** From which value on Exchange takes an e-mail for spam. Source: Microsoft Learn, Spam confidence level. */
const leastSpamLevel = 5

/** Headers of filters, and what each says of spam; in lower case, as the settings name them. */
const filters = new Map<string, (value: string) => boolean>([
  ['x-spam', isYes],
  ['x-spam-flag', isYes],
  ['x-spam-status', isYes],
  ['x-ms-exchange-organization-scl', (value) => Number(value) >= leastSpamLevel],
])

const results = 'authentication-results'

function isYes(value: string): boolean {
  return /^\s*yes\b/i.test(value)
}

/** Whether the settings may name it: a header of a filter, or `authentication-results=HOST`. */
export function isSpamHeader(name: string): boolean {
  return filters.has(name) || /^authentication-results=[a-z0-9.-]+$/.test(name)
}

/**
 * The headers that say that an e-mail is spam, as the settings name them: anybody can write such a header, so
 * that only those of the operator's own filter count. Source: RFC 8601 §2.2.
 */
export function spamHeadersIn(headers: Headers): string[] {
  const found = headers.flatMap(({ key, value }) => {
    if (filters.get(key)?.(value)) return [key]
    const [, host = ''] = /^\s*([a-z0-9.-]+)/i.exec(value) ?? []
    const fails = key === results && /\bdmarc\s?=\s?fail\b/i.test(value)
    return fails ? [`${results}=${host.toLowerCase()}`] : []
  })
  return [...new Set(found)].slice(0, 20)
}
