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

/**
 * Why a picture is not re-encoded: it is broken, has too many pixels, takes too long to draw, or waits
 * for others too long.
 */
export type PictureProblem = 'broken' | 'pixels' | 'slow' | 'busy'

/**
 * Which square of a picture is meant: `x` and `y` say where it lies in what it leaves over, 0 at the
 * beginning and 1 at the end; `zoom` how many times narrower it is than the widest one.
 */
export interface Crop {
  x: number
  y: number
  zoom: number
}

export const middle: Crop = { x: 0.5, y: 0.5, zoom: 1 }

export const mostZoom = 4

/** The side of a photo, in pixels. */
export const photoPixels = 512

export interface PictureEncoder {
  /**
   * Draws a picture of this type anew: its first frame, upright, without what a camera notes of place
   * and time. `read` is called to look at it, and again when its turn has come.
   */
  encode(read: () => Promise<Bytes>, type: PictureType): Promise<Picture | PictureProblem>
  /** Draws a square of it anew in the same way, as a WebP of `photoPixels` a side. */
  crop(
    read: () => Promise<Bytes>,
    type: PictureType,
    crop: Crop,
  ): Promise<Uint8Array | PictureProblem>
}

/** The square in pixels of the picture, the way up that it is to be looked at. */
export function squareOf(
  { width, height }: { width: number; height: number },
  { x, y, zoom }: Crop,
): { left: number; top: number; side: number } {
  const side = Math.max(1, Math.round(Math.min(width, height) / zoom))
  return { left: Math.round((width - side) * x), top: Math.round((height - side) * y), side }
}

/** Pixels in a picture, at most. */
export const mostPixels = 25_000_000

/**
 * Pixels of pictures that may wait for their turn together: twenty of 24 megapixels, which one
 * processor draws in 12 s.
 */
export const mostWaiting = 20 * mostPixels

/** Milliseconds of the processor that drawing one may take; 24 megapixels take 600. */
const longestDrawing = 5_000

/** Milliseconds after which drawing one is given up, also where the processor was busy with other things. */
export const longestTurn = 20_000

/** Why a drawing was given up in whose time the process used so many milliseconds of the processor. */
export function givenUp(worked: number): PictureProblem {
  return worked >= longestDrawing ? 'slow' : 'busy'
}

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
