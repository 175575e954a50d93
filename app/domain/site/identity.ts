import { type Look, ownLook } from '../desks/embeds'
import type { PhotoSize } from '../shop/product-photos'

/** What the site is called and looks like, on each of its pages and letters. */
export interface SiteIdentity {
  name: string
  /** Whether its owner gave the name. */
  named: boolean
  look: Look
  /** The id of its picture. */
  mark?: string
  /** Whether its foot names Tresen. */
  credit: boolean
}

export const product = 'Tresen'

export const newIdentity: SiteIdentity = {
  name: product,
  named: false,
  look: ownLook,
  credit: true,
}

/** A path of this site. */
export function pictureAddress(id: string, size?: PhotoSize): string {
  return size === 'whole' ? `/files?site=${id}&as=whole` : `/files?site=${id}`
}
