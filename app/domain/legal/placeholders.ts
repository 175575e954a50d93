import type { Language } from '../text/languages'
import { accountSentences } from './account-sentences'
import type { Company } from './legal'

/** Written in braces in the texts. */
const placeholders = [
  'name',
  'address',
  'representatives',
  'email',
  'phone',
  'site',
  'withdrawal',
  'termination',
  'accounts',
] as const

export type PlaceholderValues = Record<(typeof placeholders)[number], string>

/** Returns the absolute address of a path in a language. */
export type AddressOf = (path: string, language: Language) => string

const inBraces = /\{(\w*)\}/g

export function placeholderValues(
  { name, street, postcode, city, representatives, email, phone }: Company,
  language: Language,
  addressOf: AddressOf,
  accounts = accountSentences('firebase'),
): PlaceholderValues {
  return {
    name,
    address: `${street}, ${postcode} ${city}`,
    representatives: representatives.join(', '),
    email,
    phone,
    site: addressOf('/', language).replace(/\/$/, ''),
    withdrawal: addressOf('/withdrawal?withdraw', language),
    termination: addressOf('/withdrawal?cancel', language),
    accounts: accounts[language],
  }
}

export function fillIn<Value>(value: Value, values: PlaceholderValues): Value {
  return everyText(value, (text) =>
    text.replace(inBraces, (whole, name: string) => values[known(name) as 'name'] ?? whole),
  )
}

export function unknownPlaceholders(value: unknown): string[] {
  const found = JSON.stringify(value).matchAll(inBraces)
  return [...new Set([...found].flatMap(([whole, name = '']) => (known(name) ? [] : [whole])))]
}

function known(name: string) {
  return placeholders.find((each) => each === name)
}

function everyText<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value
  if (Array.isArray(value)) return value.map((each) => everyText(each, change)) as Value
  const entries = Object.entries(value as object)
  return Object.fromEntries(entries.map(([key, each]) => [key, everyText(each, change)])) as Value
}
