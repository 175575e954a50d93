import type { Mode } from '~/config.server'

/** What a page lets in of others: origins, or folders of them. */
export interface ForeignSources {
  scripts: readonly string[]
  connections: readonly string[]
  frames: readonly string[]
}

/**
 * The content security policy of a page. A page that ships no script allows none; its style is
 * allowed by hash, so that the same bytes can be kept and served to everybody.
 */
export function contentPolicy(
  page: {
    ships: 'document' | 'script' | 'app'
    nonce: string
    styleHash: string
    frames?: boolean
    /** What the page's scripts load from others. */
    foreign: readonly ForeignSources[]
    /** Origins of others that a form may lead to in the end. */
    formsLeadTo?: readonly string[]
    /** The origin of others that a picture comes from. */
    pictures?: string
    /** The origins of others that may show the page in a frame; without a list nobody may, nor we. */
    framedBy?: readonly string[]
  },
  mode: Mode,
): string {
  const scripts = page.ships !== 'document'
  const hydrates = page.ships === 'app'
  // Vite's client and React's refresh come as scripts and styles of their own, over a socket.
  const developing = mode === 'development' && hydrates
  const from = (kind: keyof ForeignSources) => page.foreign.flatMap((source) => source[kind])
  const frames = words(page.frames && "'self'", ...from('frames'))
  // An app loads the style of what it shows late, such as its toasts, as files of ours.
  const styles = developing ? "'self' 'unsafe-inline'" : words(page.styleHash, hydrates && "'self'")
  return [
    "default-src 'none'",
    // Only what hydrates has scripts within its HTML: a small one is a file of ours.
    scripts && words("script-src 'self'", hydrates && `'nonce-${page.nonce}'`, ...from('scripts')),
    `style-src ${styles}`,
    words("img-src 'self' data:", page.pictures),
    scripts && words("connect-src 'self'", developing && 'ws:', ...from('connections')),
    frames && `frame-src ${frames}`,
    "manifest-src 'self'",
    words("form-action 'self'", ...(page.formsLeadTo ?? [])),
    "base-uri 'none'",
    frameAncestors(page.framedBy),
  ]
    .filter(Boolean)
    .join('; ')
}

/** Who may show an answer in a frame: we ourselves and these origins, or without a list nobody. */
export function frameAncestors(origins: readonly string[] | undefined): string {
  return `frame-ancestors ${origins ? words("'self'", ...origins) : "'none'"}`
}

function words(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
