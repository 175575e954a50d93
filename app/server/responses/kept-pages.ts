import type { IncomingHttpHeaders } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import { cookiesIn } from '~/http/cookies/cookies'
import { sealedCookies } from '~/http/cookies/sealed-cookie.server'
import { barePath } from '~/i18n/addresses'
import { pathTemplate } from '../log'
import type { Answer, AnswerHeaders } from './answer'
import { type Blank, type Template, templateOf } from './blanks'
import { vary } from './compression'
import { createFilled } from './filled'
import { createRepresentation, type Representation } from './representation'

const mostPages = 200

/** The cookies without a prefix with which somebody may see more on a page than others do. */
function personalCookies(header: string | undefined): string[] {
  return cookiesIn(header)
    .map(([name]) => name.replace(/^__Host-/, ''))
    .filter((name) => name === 'sid' || sealedCookies.has(name))
}

export type KeepableAnswer = Answer & { body: Buffer }

/** How a page was drawn. */
export interface Drawing {
  /** Filled when it is sent. */
  blanks?: readonly Blank[]
  /** The last of `changes` before it was begun: with a later one it may show what was so before. */
  changes?: number
  /** The cookies that were looked for: it is for requests with none of them, but the cart's. */
  lookedFor?: ReadonlySet<string>
  /** What it shows of a cart: it is for carts of which that is so. */
  shownCart?: string
}

export interface KeptPage {
  page: Representation
  lookedFor: ReadonlySet<string>
  /** Its path for the log. */
  template: string
  /** Its lines in the log, by the bytes that were sent; none where each has another path. */
  lines?: Map<number, Logger>
}

/** Pages that are the same for everybody: rendered and compressed once, served from memory. */
export interface KeptPages {
  /** By the path with its query, for a request with these headers. */
  find(target: string, headers?: IncomingHttpHeaders): KeptPage | undefined
  /** How often all were forgotten. */
  readonly changes: number
  /** Keeps the page for as long as its Cache-Control allows, unless something has changed meanwhile. */
  keep(target: string, page: KeepableAnswer, drawing?: Drawing): Representation
  /** Forgets all: something has changed that pages may show. */
  forget(): void
  /** Draws a page again before it is too old, and after `forget`; nobody waits for it. */
  redraw: (target: string) => void
  /** Where the page is drawn that is kept for this unknown address and all that are as long. */
  standIn: (target: string) => string | undefined
}

interface Kept extends KeptPage {
  /** In milliseconds; in the past where it was forgotten. */
  until: number
  redrawAt: number
  /** What it was made of. */
  drawn: { headers: string; content: Template }
}

/** Of a page's time, after which the next one to ask for it has it drawn again. */
const fresh = 0.8

/** Whether a request may be served from memory. */
export function asksForKept(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['save-data'] !== 'on' &&
    headers['sec-fetch-dest'] !== 'iframe'
  )
}

/** Whether a request brings none of the cookies that were looked for, but the cart's. */
export function isForAll({ cookie }: IncomingHttpHeaders, lookedFor: ReadonlySet<string>): boolean {
  return !personalCookies(cookie).some((name) => name !== 'cart' && lookedFor.has(name))
}

/**
 * Seconds for which a response may be kept; 0 unless it is the same for everybody. A page says so
 * to us alone by Surrogate-Control, or to every cache by a public Cache-Control; and by Surrogate-Key
 * under which query, byte for byte, so that no invented one takes room. What is missing must say so to
 * us. Only its load context knows whether a session or cookies were read for it.
 */
export function keepableFor({ status, headers }: Answer, query = ''): number {
  const toUs = /\bmax-age=(\d{1,9})/i.exec(String(headers['surrogate-control'] ?? ''))
  const caching =
    toUs ?? /^public\b.*\bmax-age=(\d{1,9})/i.exec(String(headers['cache-control'] ?? ''))
  const isPage = String(headers['content-type'] ?? '').startsWith('text/html')
  const isFor = status === 200 || (status === 404 && toUs)
  if (!caching || !isFor || !isPage || headers['set-cookie']) return 0
  if (query !== '' && query !== headers['surrogate-key']) return 0
  // A nonce shared by two visitors protects neither.
  if (String(headers['content-security-policy'] ?? '').includes("'nonce-")) return 0
  return Number(caching[1])
}

function represent(
  { status, headers, body }: KeepableAnswer,
  content: Template,
  blanks: readonly Blank[],
): Representation {
  if (blanks.length === 0) return createRepresentation(headers, body, status)
  return createFilled(headers, content, blanks, status)
}

/** No address has a space in it. */
const keyOf = (target: string, shownCart: string | undefined) =>
  shownCart === undefined ? target : `${target} ${shownCart}`

function asAskedFor({ ready, answer }: Representation, target: string) {
  const address = barePath(target)
  const page: Representation = {
    ready: (asked) => ready(asked, address),
    answer: (asked) => answer(asked, address),
  }
  return { page, template: pathTemplate(target), lines: undefined }
}

type Pages = Map<string, Kept>

/** `shownCarts` tells what pages may show of the cart in a Cookie header: nothing of an empty one. */
export function createKeptPages(
  now: () => Date,
  shownCarts: (cookie: string) => string[] = () => [],
): KeptPages {
  const pages: Pages = new Map()
  // Those of many carts take the room of none that is everybody's, and are not drawn before they are asked for.
  const forCarts: Pages = new Map()
  let changes = 0

  function current(among: Pages, key: string) {
    const found = among.get(key)
    return found && found.until > now().getTime() ? found : undefined
  }

  function findFor(target: string, { cookie = '' }: IncomingHttpHeaders) {
    const carts = personalCookies(cookie).includes('cart') ? shownCarts(cookie) : []
    if (carts.length === 0) return current(pages, target)
    return carts.map((cart) => current(forCarts, keyOf(target, cart))).find((page) => page)
  }

  function findUnknown(target: string, headers: IncomingHttpHeaders): KeptPage | undefined {
    const drawnAt = kept.standIn(target)
    if (drawnAt === undefined) return undefined
    const found = kept.find(drawnAt, headers)
    if (!found && headers.cookie === undefined) kept.redraw(drawnAt)
    return found && { ...found, ...asAskedFor(found.page, target) }
  }

  const kept: KeptPages = {
    redraw: () => undefined,
    standIn: () => undefined,
    get changes() {
      return changes
    },
    find(target, headers = {}) {
      const found = findFor(target, headers)
      if (!found) return findUnknown(target, headers)
      if (!isForAll(headers, found.lookedFor)) return undefined
      if (found.redrawAt <= now().getTime()) {
        found.redrawAt = found.until
        kept.redraw(target)
      }
      return found
    },
    forget() {
      changes += 1
      forCarts.clear()
      for (const [target, page] of pages) {
        page.until = 0
        // Those with a query are many, and hardly asked for all the time.
        if (!target.includes('?')) kept.redraw(target)
      }
    },
    keep(target, answer, drawing = {}) {
      const { blanks = [], lookedFor = new Set(), shownCart } = drawing
      const headers: AnswerHeaders = {
        // Clients ask for it again each time, which its tag makes cheap.
        'cache-control': 'private, no-cache',
        ...answer.headers,
        // Other caches must know what we check before serving from memory.
        vary: vary(answer.headers.vary, 'Cookie', 'Save-Data'),
      }
      delete headers['surrogate-control']
      delete headers['surrogate-key']
      const [among, key] = [shownCart === undefined ? pages : forCarts, keyOf(target, shownCart)]
      const drawn = { headers: JSON.stringify(headers), content: templateOf(answer.body, blanks) }
      const before = among.get(key)
      // Most are drawn again as they were, and compressing takes longer than drawing.
      const same = before && isDeepStrictEqual(drawn, before.drawn)
      const page = same ? before.page : represent({ ...answer, headers }, drawn.content, blanks)
      if ((drawing.changes ?? changes) !== changes) return page
      among.delete(key)
      const time = now().getTime()
      const life = keepableFor(answer) * 1_000
      const until = time + life
      const redrawAt = among === pages ? time + life * fresh : until
      const template = pathTemplate(target.replace(/\?.*/, ''))
      const lines = same ? before.lines : new Map()
      among.set(key, { page, lookedFor, template, lines, drawn, until, redrawAt })
      const [oldest] = among.keys()
      if (among.size > mostPages && oldest !== undefined) among.delete(oldest)
      return page
    },
  }
  return kept
}
