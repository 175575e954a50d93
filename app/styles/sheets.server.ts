import { createHash } from 'node:crypto'
import { type Look, ownLook } from '~/domain/desks/embeds'
import begin from './begin.css?inline'
import bill from './bill.css?inline'
import chat from './chat.css?inline'
import checkout from './checkout.css?inline'
import company from './company.css?inline'
import dashboard from './dashboard.css?inline'
import deskTickets from './desk-tickets.css?inline'
import embed from './embed.css?inline'
import feedback from './feedback.css?inline'
import frame from './frame.css?inline'
import framed from './framed.css?inline'
import home from './home.css?inline'
import item from './item.css?inline'
import legal from './legal.css?inline'
import order from './order.css?inline'
import orders from './orders.css?inline'
import plain from './plain.css?inline'
import profile from './profile.css?inline'
import sample from './sample.css?inline'
import settings from './settings.css?inline'
import shelf from './shelf.css?inline'
import shop from './shop.css?inline'
import stockroom from './stockroom.css?inline'
import test from './test.css?inline'

export interface Sheet {
  css: string
  /** For `style-src`: only these bytes may apply. */
  hash: string
}

function sheet(css: string): Sheet {
  return { css, hash: `'sha256-${createHash('sha256').update(css).digest('base64')}'` }
}

/** One sheet per kind of page, small enough to be inline. */
export const sheets = {
  home: sheet(home),
  shop: sheet(shop + shelf),
  item: sheet(shop + item),
  checkout: sheet(shop + bill + checkout),
  order: sheet(order),
  plain: sheet(plain),
  // Where nothing has begun; the first message leads to a page in the chat's.
  begin: sheet(begin),
  chat: sheet(chat),
  frame: sheet(frame),
  legal: sheet(legal),
  framed: sheet(framed),
  dashboard: sheet(dashboard),
  tickets: sheet(dashboard + deskTickets),
  settings: sheet(dashboard + settings),
  embed: sheet(dashboard + embed),
  profile: sheet(dashboard + profile),
  feedback: sheet(dashboard + feedback),
  orders: sheet(dashboard + orders),
  stockroom: sheet(dashboard + stockroom),
  company: sheet(dashboard + company),
  sample: sheet(sample),
  test: sheet(test),
  none: sheet(''),
}

/** A sheet in a desk's colour, with readable text on it. */
export function sheetWith(name: keyof typeof sheets, look: Look = ownLook): Sheet {
  const { light, dark } = look
  if (light === ownLook.light && dark === ownLook.dark) return sheets[name]
  const own = `@layer tokens{:root{--green:light-dark(${light},${dark})}}`
  return sheet(`${sheets[name].css}${own}`)
}
