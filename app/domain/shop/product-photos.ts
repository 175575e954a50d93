/** A square for the shelf, and the whole picture to look at closely; both WebP. */
export interface ProductPhoto {
  id: string
  square: Uint8Array
  whole: Uint8Array
}

export const photoSizes = ['square', 'whole'] as const

export type PhotoSize = (typeof photoSizes)[number]

export function photoAddress(id: string): string {
  return `/files?product=${id}`
}

/** Undefined for other pictures, such as those in `public/`. */
export function photoIdIn(file: string): string | undefined {
  return /^\/files\?product=([0-9a-z]{1,40})$/.exec(file)?.[1]
}

export function wholePicture(file: string): string {
  return photoIdIn(file) ? `${file}&as=whole` : file
}
