import type { Bytes } from './files'

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

/** A picture drawn anew: nothing but its pixels is left of what was sent. */
export interface Picture {
  type: PictureType
  bytes: Uint8Array
  /** In pixels, the way up that it is to be looked at. */
  width: number
  height: number
  /** The same in small, as JPEG. */
  preview: Uint8Array
}

/** Why a picture cannot be drawn anew: it is broken, or too large to try. */
export type PictureProblem = 'broken' | 'pixels'

export interface PictureEncoder {
  /**
   * Draws a picture of this type anew: its first frame, upright, without what a camera notes of place
   * and time. `read` is called once, when its turn has come.
   */
  encode(read: () => Promise<Bytes>, type: PictureType): Promise<Picture | PictureProblem>
}

/** Pixels in a picture, at most. */
export const mostPixels = 25_000_000

/** Milliseconds that drawing one may take. */
export const longestDrawing = 5_000

/** The side of the square that a preview fits into, in pixels of the page; its file has twice as many. */
const previewSide = 220

/** How large a preview is shown, in pixels of the page: never larger than the picture is. */
export function previewSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, previewSide / width, previewSide / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** The side of the square that a preview's file fits into, in its own pixels. */
export const previewPixels = 2 * previewSide
