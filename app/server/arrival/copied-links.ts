import { withoutEnd } from '~/domain/text/ends'
import type { Address } from './addresses'

/** Secrets and ids, by their parameter. An action code is left to the service that made it. */
const identifying = new Set(
  'desk id invitation item order photo product proof rate receipt stop t ticket withdraw'.split(
    ' ',
  ),
)

/** What no secret and no id ends with: they have letters, digits, hyphens and underscores. */
const ending = /[^\p{L}\p{N}\p{Cc}_-]|[\t\n\r]/u

/** Only what is random ends with a hyphen or an underscore. */
const wordEnding = /[_-]/

/** Characters of a secret of 256 bits; more of them than these are a mark-up language's. */
const secretWithMarks = /^((?:[\w-]+\.)?[\w-]{43})[_-]+$/

/** Punctuation, plain or percent-encoded, that no path of the site ends with; at most nine characters. */
const pathEnding =
  /(?:[.,;:!'"*<>()[\]{}|`]|%(?:20|2[1279ACE]|3[ABCE]|5[BD]|7[BD]|C2%A0|C2%BB|E2%80%(?:8B|99|9C|9D|A6)|EF%BB%BF))$/i

/**
 * Removes the punctuation of a sentence from a link that was copied with it, such as `/chat?t=SECRET).`
 * Returns undefined if there is none.
 */
export function withoutSentence({ path, query }: Pick<Address, 'path' | 'query'>) {
  if (path.endsWith('.data')) return undefined
  const page = withoutSigns(path) || '/'
  const cut = query || !/^[a-z/-]+$/i.test(page) ? path : page
  const parts = query.slice(1).split('&').map(cleaned)
  const address = cut + (query && `?${parts.join('&')}`)
  return address === path + query ? undefined : address
}

function withoutSigns(path: string): string {
  let end = path.length
  for (;;) {
    const [sign] = pathEnding.exec(path.slice(Math.max(0, end - 9), end)) ?? []
    if (!sign) return path.slice(0, end)
    end -= sign.length
  }
}

function cleaned(part: string): string {
  const [[name, value] = ['', '']] = new URLSearchParams(part)
  if (!identifying.has(name)) return part
  const text = withoutEnd(value, ending)
  const secret = secretWithMarks.exec(text)?.[1]
  const id = secret ?? (text.length < 20 ? withoutEnd(text, wordEnding) : text)
  return id === '' || id === value ? part : `${name}=${encodeURIComponent(id)}`
}
