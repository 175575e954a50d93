import { createHash } from 'node:crypto'
import chat from './chat.css?inline'
import dashboard from './dashboard.css?inline'
import frame from './frame.css?inline'
import home from './home.css?inline'
import legal from './legal.css?inline'
import plain from './plain.css?inline'
import shop from './shop.css?inline'

export interface Sheet {
  css: string
  /** For `style-src`: exactly these bytes and no other style may run. */
  hash: string
}

function sheet(css: string): Sheet {
  return { css, hash: `'sha256-${createHash('sha256').update(css).digest('base64')}'` }
}

/** One sheet a kind of page, small enough to travel inside it. */
export const sheets = {
  home: sheet(home),
  shop: sheet(shop),
  plain: sheet(plain),
  chat: sheet(chat),
  frame: sheet(frame),
  legal: sheet(legal),
  dashboard: sheet(dashboard),
}

export type SheetName = keyof typeof sheets
