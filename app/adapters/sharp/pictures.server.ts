import sharp, { type Sharp } from 'sharp'
import { type Bytes, joined } from '../../domain/files'
import {
  type Crop,
  longestDrawing,
  mostPixels,
  type Picture,
  type PictureEncoder,
  type PictureProblem,
  type PictureType,
  photoPixels,
  previewPixels,
  squareOf,
} from '../../domain/pictures'

/** How many pictures are drawn at a time: each may take a hundred megabytes and a processor. */
const atATime = 2

/** What we call a type, and libvips. */
const formats = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/webp': 'webp' } as const

/** Draws pictures anew with libvips. What it does not draw (profiles, places, comments) is not in the result. */
export function createPictureEncoder(): PictureEncoder {
  // Pictures of strangers are never drawn twice, so that nothing is worth keeping in memory.
  sharp.cache(false)
  sharp.concurrency(1)
  const inTurn = createTurns(atATime)
  return {
    encode: (read, type) => inTurn(() => draw(read, type, (upright) => wholeOf(upright, type))),
    crop: (read, type, crop) => inTurn(() => draw(read, type, (upright) => partOf(upright, crop))),
  }
}

/** Gives the picture to whoever draws something of it, the right way up. */
async function draw<Drawn>(
  read: () => Promise<Bytes>,
  type: PictureType,
  drawing: (upright: Sharp) => Promise<Drawn>,
): Promise<Drawn | PictureProblem> {
  const sent = await joined(await read())
  const options = { limitInputPixels: mostPixels, failOn: 'error', pages: 1 } as const
  const problem = await problemOf(sharp(sent, { ...options, limitInputPixels: false }), type)
  if (problem) return problem
  try {
    const upright = sharp(sent, options)
      .timeout({ seconds: longestDrawing / 1_000 })
      .autoOrient()
      .toColourspace('srgb')
    return await drawing(upright)
  } catch (error) {
    // libvips knows no codes; what takes too long has too many pixels for us.
    return /timeout/i.test(String(error)) ? 'pixels' : 'broken'
  }
}

async function wholeOf(upright: Sharp, type: PictureType): Promise<Picture> {
  // One after the other: a picture in full takes a hundred megabytes while it is drawn.
  const whole = await inFormat(upright.clone(), type).toBuffer({ resolveWithObject: true })
  const preview = await upright
    .resize(previewPixels, previewPixels, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 68, mozjpeg: true })
    .toBuffer()
  const { width, height } = whole.info
  return { type, bytes: whole.data, width, height, preview }
}

async function partOf(upright: Sharp, crop: Crop): Promise<Uint8Array> {
  const { autoOrient } = await upright.metadata()
  const { left, top, side } = squareOf(autoOrient, crop)
  return upright
    .extract({ left, top, width: side, height: side })
    .resize(photoPixels, photoPixels)
    .webp({ quality: 82 })
    .toBuffer()
}

/** What the head of a picture tells, before anything of it is drawn. */
async function problemOf(picture: Sharp, type: PictureType): Promise<PictureProblem | undefined> {
  try {
    const { format, width, height } = await picture.metadata()
    if (format !== formats[type]) return 'broken'
    return width * height > mostPixels ? 'pixels' : undefined
  } catch {
    return 'broken'
  }
}

function inFormat(picture: Sharp, type: PictureType): Sharp {
  if (type === 'image/png') return picture.png()
  return type === 'image/jpeg'
    ? picture.jpeg({ quality: 85 })
    : picture.webp({ quality: 85, effort: 0 })
}

/** Lets so many go at a time; the others wait in the order they came. */
function createTurns(most: number) {
  const waiting: (() => void)[] = []
  let going = 0
  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (going >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else going++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else going--
    }
  }
}
