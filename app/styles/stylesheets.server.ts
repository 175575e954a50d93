import { createHash } from 'node:crypto'
import { type Look, ownLook } from '~/domain/desks/embeds'
import begin from './begin.css?inline'
import chat from './chat.css?inline'
import desk from './desk.css?url'
import home from './home.css?inline'
import plain from './plain.css?inline'
import shop from './shop.css?inline'

export interface Stylesheet {
  /** The address of a file, which browsers cache. */
  href?: string
  /** What is inside the page. */
  css: string
  /** For `style-src`: of what is inside, only these bytes may apply. */
  hash?: string
}

/**
 * A document's style is small enough to be inside it: its first paint waits for no second response. The desk's
 * is a file, since people at the desk see many pages with it.
 */
export const stylesheets = {
  home: stylesheet(home),
  shop: stylesheet(shop),
  plain: stylesheet(plain),
  begin: stylesheet(begin),
  chat: stylesheet(chat),
  desk: { href: desk, css: '' },
  /** For what a script reads and nobody sees. */
  none: { css: '' },
} satisfies Record<string, Stylesheet>

export type StylesheetName = keyof typeof stylesheets

/** A stylesheet in a desk's colour, with readable text on it. */
export function stylesheetWith(
  name: StylesheetName,
  look: Pick<Look, 'light' | 'dark'> = ownLook,
): Stylesheet {
  const { light, dark } = look
  if (name === 'none') return stylesheets.none
  const composed: Stylesheet = stylesheets[name]
  if (light === ownLook.light && dark === ownLook.dark) return composed
  const own = `@layer tokens{:root{--green:${light}}@media (prefers-color-scheme:dark){:root{--green:${dark}}}}`
  return { ...composed, ...stylesheet(composed.css + own) }
}

function stylesheet(css: string): Stylesheet {
  return { css, hash: `'sha256-${createHash('sha256').update(css).digest('base64')}'` }
}
