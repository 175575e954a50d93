import type { Redirects } from '~/config'
import { withoutEnd } from '~/domain/text/ends'
import { defaultLanguage, isLanguage, type Language } from '~/domain/text/languages'
import { languageCookieFor } from '~/http/cookies/language.server'
import { barePath, languageOfPath, languageParameter, localizedPath } from '~/i18n/addresses'
import { type Answer, redirect } from '../responses/answer'
import { isSafe } from './guard'
import { movedTo } from './moved'

export interface Address {
  method: string
  path: string
  query: string
}

export function betterAddress(
  { method, path, query }: Address,
  redirects: Redirects,
): Answer | undefined {
  const elsewhere = redirects[path] ?? redirects[barePath(path)]
  if (elsewhere && isSafe(method)) return redirect(302, elsewhere)
  const canonical = canonicalPath(path)
  const plain = inSmallLetters(canonical)
  // What a script reads leads to a document where its page has moved.
  const isRead = isSafe(method) && path.endsWith('.data')
  const asked = isSafe(method) && !isRead ? withoutIndex(query) : query
  const better = (isRead ? undefined : movedTo(plain, asked, !isSafe(method))) ?? plain + asked
  if (better === path + query) return undefined
  // A 308 keeps a form's method and body.
  return redirect(isSafe(method) && !/[A-Z]/.test(path) ? 301 : 308, better)
}

const prefix = `/${defaultLanguage}/`

/** Names of pages are small letters; those of files are left as they are. */
function inSmallLetters(path: string): string {
  return /^[a-z/-]+$/i.test(path) ? path.toLowerCase() : path
}

/** Letters, digits, hyphens and underscores, which need no escape. Source: RFC 3986, 6.2.2.2. */
const needlessEscapes = /%(?:2D|3\d|[46][1-9A-F]|[57][\dA]|5F)/gi

/** Parameters of a segment, and the files that other servers have for a folder. */
const needlessParts = /;[^/]*|\/(?:index|default)\.(?:html?|php|aspx?)(?=\/?$)/gi

/**
 * No `/en`, no final slash, and no two in a row (or a backslash): `//x` would name a host. Nothing escaped
 * that need not be, no `;jsessionid=…`, no `/index.html`.
 */
export function canonicalPath(path: string): string {
  const plain = path.replace(needlessEscapes, decodeURIComponent).replace(needlessParts, '')
  const single = plain.replace(/[/\\]+/g, '/') || '/'
  const bare = `${single}/`.toLowerCase().startsWith(prefix)
    ? single.slice(prefix.length - 1) || '/'
    : single
  return bare.length > 1 && bare.endsWith('/') ? bare.slice(0, -1) : bare
}

/**
 * Redirects to the same page in the language that the address asks for: `language` is a choice,
 * which is remembered and removed from the address; `lang`, in links of the identity service's
 * e-mails, says what the reader reads, and stays.
 */
export function inWantedLanguage(
  { method, path, query }: Address,
  publicOrigin: string,
): Answer | undefined {
  if (!query || (method !== 'GET' && method !== 'HEAD') || path.endsWith('.data')) return undefined
  const parameters = new URLSearchParams(query)
  const chosen = parameters.get(languageParameter)
  if (isLanguage(chosen)) {
    return redirect(303, localizedPath(barePath(path), chosen) + withoutChoice(query, chosen), {
      'set-cookie': languageCookieFor(chosen, publicOrigin),
    })
  }
  const [read] = parameters.get('lang')?.toLowerCase().split(/[-_]/) ?? []
  if (!isLanguage(read) || read === languageOfPath(path)) return undefined
  return redirect(302, localizedPath(barePath(path), read) + query)
}

/** Remix adds `index` to where forms of an index route are sent; a page's address has none. */
function withoutIndex(query: string): string {
  const parts = query.slice(1).split('&')
  const rest = parts.filter((part) => !/^index=?$/.test(part))
  if (rest.length === parts.length) return query
  return rest.length > 0 ? `?${rest.join('&')}` : ''
}

/** The query without the choice, otherwise as it was sent; `lang` is set to the same. */
function withoutChoice(query: string, chosen: Language): string {
  const rest = query
    .slice(1)
    .split('&')
    .filter((part) => !part.startsWith(`${languageParameter}=`))
    .map((part) => (part.startsWith('lang=') ? `lang=${chosen}` : part))
    .join('&')
  return rest && `?${rest}`
}

/** What the identity service's links have beside addresses: a sentence's end alone is removed. */
const ofTheService = new Set(['oobCode', 'mode', 'lang'])

/** Secrets and ids, by their parameter. */
const identifying = new Set(
  'desk id invitation item order photo product rate receipt setup stop t ticket withdraw'.split(
    ' ',
  ),
)

/** Of these, ids that are always lower case; phones capitalise what is typed. */
const lowerCaseIds = new Set(['desk', 'item'])

/** What no secret and no id ends with: they have letters, digits, hyphens and underscores. */
const ending = /[^\p{L}\p{N}\p{Cc}_-]|[\t\n\r]/u

/** Of a pair around it. */
const opening = /^["'“”‘’<(]+(?=[\w-]+$)/

/** Only what is random ends with a hyphen or an underscore. */
const wordEnding = /[_-]/

/**
 * Characters of a secret of 256 bits; more of them than these are a mark-up language's, and `3D` is the
 * equals sign before it in quoted-printable.
 */
const secretWithMarks = /^(?:3D)?((?:[\w-]+\.)?[\w-]{43})[_-]*$/

/**
 * Punctuation, plain or percent-encoded, that no path of the site ends with; at most nine characters: of
 * ASCII, Latin-1's spaces and quotation marks, U+2000 to U+206F, U+3001, U+3002, and a byte order mark.
 */
const pathEnding =
  /(?:[.,;:!'"*<>()[\]{}|`=&^]|%(?:0[9AD]|2[0-46-9ACE]|3[A-F]|5[B-E]|60|7[B-D]|C2%(?:A0|A[BD]|B4|BB)|E2%8[01]%[89AB][0-9A-F]|E3%80%8[0-2]|EF%BB%BF))$/i

/**
 * Removes the punctuation of a sentence from a link that was copied with it, such as `/chat?t=SECRET).`
 * Returns undefined if there is none.
 */
export function withoutSentence({ path, query }: Pick<Address, 'path' | 'query'>) {
  if (path.endsWith('.data')) return undefined
  const [page, asked = query] = query ? [path] : withEscapedQuery(path)
  const plain = withoutSigns(page) || '/'
  const cut = query || !/^[a-z/-]+$/i.test(plain) ? page : plain
  const parts = asked
    .slice(1)
    .split(/&(?:amp(?:;|%3B))*/i)
    .map(cleaned)
  const address = cut + (asked && `?${parts.join('&')}`)
  return address === path + query ? undefined : address
}

/** Splits `/chat%3Ft%3DSECRET`, which programs make of a link that they take for a path. */
function withEscapedQuery(path: string): [page: string, query?: string] {
  const at = path.search(/%3F./i)
  if (at < 0) return [path]
  try {
    const query = decodeURIComponent(path.slice(at))
    return /^[?][\w=&.-]+$/.test(query) ? [path.slice(0, at), query] : [path]
  } catch {
    return [path]
  }
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
  if (ofTheService.has(name)) {
    const text = withoutEnd(value, ending)
    return text === value || !/^[\w-]+$/.test(text) ? part : `${name}=${text}`
  }
  if (!identifying.has(name)) return part
  // Cut into lines by e-mail programs.
  const text = withoutEnd(value.replace(/=?\s+/g, ''), ending).replace(opening, '')
  const secret = secretWithMarks.exec(text)?.[1]
  const whole = secret ?? (text.length < 20 ? withoutEnd(text, wordEnding) : text)
  const id = lowerCaseIds.has(name) ? whole.toLowerCase() : whole
  return id === '' || id === value ? part : `${name}=${encodeURIComponent(id)}`
}
