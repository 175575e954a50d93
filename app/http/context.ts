import type { Config } from '~/config.server'
import type { Language } from '~/domain/text/languages'
import type { Services } from '~/services.server'
import type { Pace } from './limits/attempts.server'

declare module '@remix-run/server-runtime' {
  /** What the server in front hands to every loader and action, so that none of them reads a global. */
  interface AppLoadContext {
    /** The page that is asked for; of a page's data, too. Not to be changed: all who serve the request share it. */
    url: URL
    /** The page's own path and query. */
    path: string
    /** The page's language. */
    language: Language
    /** What the request came with, in terms of the public origin. */
    headers: Headers
    config: Config
    services: Services
    /** The server's clock. */
    now: () => Date
    /** How slowly answers come by whose time one could tell who has an account. */
    pace: Pace
    /** Allows one response's scripts in its content security policy; 16 random bytes, base64. */
    nonce: string
    /** Set once something of one person was read, such as a session or a cart: the answer is theirs alone. */
    personal?: true
    /** Names this request in the log and on error pages. */
    requestId: string
    /** Where the request came from; empty if nobody knows. Kept nowhere. */
    clientAddress: string
    /** Sets the page's language as the one that was chosen; for forms that the server in front does not read. */
    keepLanguage: () => void
    /** Writes down what went wrong, with the request's number, for the operator alone. */
    report: (error: unknown) => void
    /** The same for what leaves the request without an answer of its page. */
    fail: (error: unknown) => void
    /** Keeps what a form sent, which the visitor gets back where it cannot be taken in. */
    keepSent: (fields: [name: string, value: string][]) => void
  }
}
