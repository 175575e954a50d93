import type { Bytes } from './files'

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

/**
 * A GIF is drawn again as PNG: a GIF of 25 megapixels would take 9 s. AVIF becomes WebP, and HEIC JPEG where the
 * drawing program knows it.
 */
export type SentPictureType = PictureType | 'image/gif' | 'image/avif' | 'image/heic'

export interface Picture {
  type: PictureType
  bytes: Uint8Array
  /** In pixels, upright. */
  width: number
  height: number
  preview: Uint8Array
}

/** Broken, too many pixels, too slow to draw, waiting too long, or in a format that cannot be drawn here. */
export type PictureProblem = 'broken' | 'pixels' | 'slow' | 'busy' | 'heic'

/** `x` and `y` from 0 to 1 within the remaining space; `zoom` from the largest square. */
export interface Crop {
  x: number
  y: number
  zoom: number
}

export const middle: Crop = { x: 0.5, y: 0.5, zoom: 1 }

export const mostZoom = 4

/** Pixels per side. */
export const photoPixels = 512

export interface PictureEncoder {
  /** First frame, upright, no metadata. Calls `read` to inspect it, and again at the front of the queue. */
  encode(read: () => Promise<Bytes>, type: SentPictureType): Promise<Picture | PictureProblem>
  /** The same for a square, as WebP with `photoPixels` per side. */
  crop(
    read: () => Promise<Bytes>,
    type: SentPictureType,
    crop: Crop,
  ): Promise<Uint8Array | PictureProblem>
  /** The same for a shelf: the middle square, and the whole with `wholePixels` at most, as WebP. */
  display(
    read: () => Promise<Bytes>,
    type: SentPictureType,
  ): Promise<{ square: Uint8Array; whole: Uint8Array } | PictureProblem>
}

/** Longer side. */
export const wholePixels = 1_600

/** In bytes, so that any store can keep it as one record. */
export const largestWhole = 900_000

/** In pixels of the upright picture. */
export function squareOf(
  { width, height }: { width: number; height: number },
  { x, y, zoom }: Crop,
): { left: number; top: number; side: number } {
  const side = Math.max(1, Math.round(Math.min(width, height) / zoom))
  return { left: Math.round((width - side) * x), top: Math.round((height - side) * y), side }
}

export const mostPixels = 25_000_000

/** Pixels waiting together: twenty pictures of 24 megapixels, 12 s for one processor. */
export const mostWaiting = 20 * mostPixels

/** CPU milliseconds per picture; 24 megapixels take 600. */
const longestRenderMs = 5_000

/** Milliseconds until drawing is given up, even on a busy processor. */
export const renderTimeoutMs = 20_000

/** `worked`: CPU milliseconds of the process meanwhile. */
export function givenUp(worked: number): PictureProblem {
  return worked >= longestRenderMs ? 'slow' : 'busy'
}

/** CSS pixels; the file has twice as many. */
const previewSide = 220

/** In CSS pixels, never larger than the picture. */
export function previewSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, previewSide / width, previewSide / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

export const previewPixels = 2 * previewSide
