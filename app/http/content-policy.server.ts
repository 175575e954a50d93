import type { Mode } from '~/config.server'
import type { PopupSources } from './google-popup.server'

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
    /** Origins of others that the script of a sign-in window needs. */
    popup?: PopupSources
    /** Origins of others that a form may lead to in the end. */
    formsLeadTo?: readonly string[]
    /** The origin of others that a picture comes from. */
    pictures?: string
  },
  mode: Mode,
): string {
  const scripts = page.ships !== 'document'
  const hydrates = page.ships === 'app'
  // Vite's client and React's refresh come as scripts and styles of their own, over a socket.
  const developing = mode === 'development' && hydrates
  const { popup } = page
  // An app loads the style of what it shows late, such as its toasts, as files of ours.
  const styles = developing ? "'self' 'unsafe-inline'" : words(page.styleHash, hydrates && "'self'")
  return [
    "default-src 'none'",
    // Only what hydrates has scripts within its HTML: a small one is a file of ours.
    scripts &&
      words("script-src 'self'", hydrates && `'nonce-${page.nonce}'`, ...(popup?.scripts ?? [])),
    `style-src ${styles}`,
    words("img-src 'self' data:", page.pictures),
    scripts && words("connect-src 'self'", developing && 'ws:', ...(popup?.connections ?? [])),
    page.frames && "frame-src 'self'",
    popup && words('frame-src', ...popup.frames),
    "manifest-src 'self'",
    words("form-action 'self'", ...(page.formsLeadTo ?? [])),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
    .filter(Boolean)
    .join('; ')
}

function words(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
