import { createHash } from 'node:crypto'
import { type Look, ownLook } from '~/domain/desks/embeds'
import begin from './begin.css?inline'
import chat from './chat.css?inline'
import desk from './desk.css?inline'
import home from './home.css?inline'
import plain from './plain.css?inline'
import shop from './shop.css?inline'

export interface Stylesheet {
  css: string
  /** For `style-src`: only these bytes may apply. */
  hash: string
}

/** Small enough to be inside the page: its first paint waits for no second response. */
export const stylesheets = {
  home: stylesheet(home),
  shop: stylesheet(shop),
  plain: stylesheet(plain),
  begin: stylesheet(begin),
  chat: stylesheet(chat),
  desk: stylesheet(desk),
  /** For what a script reads and nobody sees. */
  none: { css: '', hash: "'none'" },
}

export type StylesheetName = keyof typeof stylesheets

/** A stylesheet in a desk's colour, with readable text on it. */
export function stylesheetWith(
  name: StylesheetName,
  look: Pick<Look, 'light' | 'dark'> = ownLook,
): Stylesheet {
  const { light, dark } = look
  if (name === 'none') return stylesheets.none
  if (light === ownLook.light && dark === ownLook.dark) return stylesheets[name]
  const own = `@layer tokens{:root{--green:light-dark(${light},${dark})}}`
  return stylesheet(`${stylesheets[name].css}${own}`)
}

function stylesheet(css: string): Stylesheet {
  return { css, hash: `'sha256-${createHash('sha256').update(css).digest('base64')}'` }
}
