import type { Mode } from '~/config'

export interface ForeignSources {
  scripts: readonly string[]
  connections: readonly string[]
  frames: readonly string[]
}

/** Styles are allowed by hash, so that the same bytes can be cached for everybody. */
export function contentPolicy(
  page: {
    /** Tresen's own files, or also those within the page that hydrate it. */
    scripts: 'none' | 'files' | 'react'
    /** The address of the speculation rules that the page names: to Chrome 121–123 they are a script. */
    rules?: string
    nonce: string
    /** Of the style inside the page; its files are ours. */
    styleHash?: string
    styleFile: boolean
    frames?: boolean
    foreign: readonly ForeignSources[]
    /** Other origins that a form may redirect to. */
    formTargets?: readonly string[]
    pictures?: string
    /** Other origins that may frame the page; without a list nobody may, not even we. */
    framedBy?: readonly string[]
  },
  mode: Mode,
): string {
  const hydrates = page.scripts === 'react'
  // Vite's client and React refresh add scripts, styles and a socket.
  const developing = mode === 'development' && hydrates
  const from = (kind: keyof ForeignSources) => page.foreign.flatMap((source) => source[kind])
  const scripts =
    page.scripts === 'none'
      ? words(page.rules)
      : words("'self'", hydrates && `'nonce-${page.nonce}'`, ...from('scripts'))
  const frames = words(page.frames && "'self'", ...from('frames'))
  // The toasts' style is a file, too, which comes with their package.
  const own = words(page.styleHash, (hydrates || page.styleFile) && "'self'") || "'none'"
  const styles = developing ? "'self' 'unsafe-inline'" : own
  return [
    "default-src 'none'",
    // Only apps have inline scripts; documents' are files.
    scripts && `script-src ${scripts}`,
    `style-src ${styles}`,
    words("img-src 'self' data:", page.pictures),
    // Also without scripts: Lighthouse fetches robots.txt by the page's policy.
    words("connect-src 'self'", developing && 'ws:', ...from('connections')),
    frames && `frame-src ${frames}`,
    "manifest-src 'self'",
    words("form-action 'self'", ...(page.formTargets ?? [])),
    "base-uri 'none'",
    frameAncestors(page.framedBy),
  ]
    .filter(Boolean)
    .join('; ')
}

/** We and these origins; without a list nobody. */
export function frameAncestors(origins: readonly string[] | undefined): string {
  return `frame-ancestors ${origins ? words("'self'", ...origins) : "'none'"}`
}

function words(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
