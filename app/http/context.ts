import type { Config, Services } from '~/config'
import type { Cart } from '~/domain/shop/carts'
import type { SiteIdentity } from '~/domain/site/identity'
import type { Language } from '~/domain/text/languages'
import type { Pace } from './limits/rate-limits.server'

declare module '@remix-run/server-runtime' {
  /** From the server to every loader and action, so that none reads a global. */
  interface AppLoadContext {
    /** The page asked for, also for its data. Shared: do not change it. */
    url: URL
    path: string
    language: Language
    /** In terms of the public origin. */
    headers: Headers
    config: Config
    services: Services
    /** Never rejects. */
    siteIdentity: () => Promise<SiteIdentity>
    now: () => Date
    /** Delays responses whose timing would reveal who has an account. */
    pace: Pace
    /** For one response's scripts in its CSP; 16 random bytes, base64. */
    nonce: string
    /** Its page stays as it is scrolled. */
    byScript?: boolean
    /** A script asks for the data of a page that it cannot show: the browser is to load the page itself. */
    needsDocument?: boolean
    /** Before a page is rendered, which holds the event loop for milliseconds: one page a tick. */
    pageTick: () => Promise<void>
    /** Something of one person was read: no cache may share the response. */
    personal?: true
    /** What was done shows on pages that are cached for everybody: they are rendered again. */
    forgetPages: () => void
    /** The cart that this answer's cookie sets, which the rest of the answer shows. */
    writtenCart?: Cart
    requestId: string
    /** The id of the running build; empty in development. */
    build: string
    /** Empty if unknown. Never stored. */
    clientAddress: string
    /** A sentence in the log, for the operator. */
    warn: (sentence: string) => void
    /** Logs an error with the request's id. */
    report: (error: unknown) => void
    /** The same for an error without a page's response. */
    fail: (error: unknown) => void
    /** Calls back once the response is sent or its client has left; at once if that has happened. */
    onClose: (callback: () => void) => void
    /** Keeps a form's fields, to give back if the store fails. */
    keepSent: (fields: [name: string, value: string][]) => void
  }
}
