import { type Look, ownLook } from '../desks/embeds'
import type { PhotoSize } from '../shop/product-photos'

/** What the site is called and looks like, on each of its pages and letters. */
export interface SiteIdentity {
  name: string
  /** Whether its owner gave the name. */
  named: boolean
  look: Look
  /** The address of its picture. */
  mark?: string
  /** The first letters of the name, shown without a picture; empty while it has no name. */
  letters: string
  /** Whether its foot names Tresen. */
  credit: boolean
  /** Whether it offers counters to other businesses, as its foot says; absent until its owner has decided. */
  offers?: boolean
  /** Whether it has a desk, which /chat leads to. */
  answers: boolean
}

export const newIdentity: SiteIdentity = {
  name: 'Tresen',
  named: false,
  look: ownLook,
  letters: '',
  credit: true,
  answers: false,
}

/** A path of this site; a picture that is only chosen is its own address. */
export function pictureAddress(id: string, size?: PhotoSize): string {
  if (id.startsWith('data:')) return id
  return size === 'whole' ? `/files?site=${id}&as=whole` : `/files?site=${id}`
}

/** Where the letters are a picture of their own. */
export const letterIcon = { address: '/letters.svg', type: 'image/svg+xml' }

/** White on the site's colour. */
export function lettersAsSvg(letters: string, { light }: Pick<Look, 'light'>): string {
  const text = letters.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="${light}"/><text x="4.5" y="6" text-anchor="middle" font-size="4" fill="#fff">${text}</text></svg>`
}

/** The address of the tab's icon; letters are a picture within the page, which asks for no file. */
export function iconOf({ mark, letters, look }: SiteIdentity): string {
  if (mark || !letters) return mark ?? '/icon.svg'
  // Apostrophes and signs of markup would be longer still within an attribute.
  const escaped = lettersAsSvg(letters, look).replace(/[^ -~]|[<>"#%&]/gu, encodeURIComponent)
  return `data:image/svg+xml,${escaped}`
}
