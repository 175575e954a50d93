import type { Mode } from '~/config.server'

/**
 * The content security policy of a page. A page that ships no script allows none; its style is
 * allowed by hash, so that the same bytes can be kept and served to everybody.
 */
export function contentPolicy(
  page: {
    ships: 'document' | 'chat' | 'app'
    nonce: string
    styleHash: string
    frames?: boolean
    /** Origins of others that a form may lead to in the end. */
    formsLeadTo?: readonly string[]
  },
  mode: Mode,
): string {
  const scripts = page.ships !== 'document'
  // Vite's client and React's refresh come as scripts and styles of their own, over a socket.
  const developing = mode === 'development' && page.ships === 'app'
  return [
    "default-src 'none'",
    scripts && `script-src 'self' 'nonce-${page.nonce}'`,
    // An app loads the style of what it shows late, such as its toasts, as files of ours.
    `style-src ${developing ? "'self' 'unsafe-inline'" : `${page.styleHash}${page.ships === 'app' ? " 'self'" : ''}`}`,
    "img-src 'self' data:",
    scripts && `connect-src 'self'${developing ? ' ws:' : ''}`,
    page.frames && "frame-src 'self'",
    "manifest-src 'self'",
    ["form-action 'self'", ...(page.formsLeadTo ?? [])].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
    .filter(Boolean)
    .join('; ')
}
