import sharp, { type Sharp } from 'sharp'
import { type Bytes, joined } from '../../domain/files/files'
import {
  type Crop,
  givenUp,
  largestWhole,
  middle,
  mostPixels,
  mostWaiting,
  type Picture,
  type PictureEncoder,
  type PictureProblem,
  type PictureType,
  photoPixels,
  previewPixels,
  renderTimeoutMs,
  type SentPictureType,
  squareOf,
  wholePixels,
} from '../../domain/files/pictures'

const formats = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
  'image/heic': 'heif',
} as const

/** What a picture becomes in another format. */
const drawnAs: Partial<Record<SentPictureType, PictureType>> = {
  'image/gif': 'image/png',
  'image/avif': 'image/webp',
  'image/heic': 'image/jpeg',
}

/** Not as sharp is installed: its HEVC needs a licence. */
const drawsHeic = sharp.format.heif?.input.fileSuffix?.includes('.heic') ?? false

// A stranger's picture is processed once, so a cache would only cost memory.
sharp.cache(false)
sharp.concurrency(1)

/** Redraws pictures with libvips; metadata such as profiles, places and comments is dropped. */
export function createPictureEncoder(): PictureEncoder {
  const look = createQueue(Number.POSITIVE_INFINITY)
  // Encoding takes a hundred megabytes and a processor for each.
  const queued = createQueue(mostWaiting)

  /** Passes the picture, rotated as its EXIF says, to the function that draws it. */
  async function render<Rendered>(
    read: () => Promise<Bytes>,
    type: SentPictureType,
    rendering: (upright: Sharp) => Promise<Rendered>,
  ): Promise<Rendered | PictureProblem> {
    if (type === 'image/heic' && !drawsHeic) return 'heic'
    const pixels = await look(0, async () => pixelsOf(await joined(await read()), type))
    if (pixels === undefined) return 'broken'
    if (pixels > mostPixels) return 'pixels'
    const rendered = await queued(pixels, async () =>
      renderUpright(await joined(await read()), rendering),
    )
    return rendered ?? 'busy'
  }

  return {
    encode: (read, type) => render(read, type, (upright) => wholeOf(upright, type)),
    crop: (read, type, crop) => render(read, type, (upright) => partOf(upright, crop)),
    display: (read, type) =>
      render(read, type, async (upright) => ({
        square: await partOf(upright.clone(), middle),
        whole: await smallWhole(upright),
      })),
  }
}

async function renderUpright<Rendered>(
  sent: Uint8Array,
  rendering: (upright: Sharp) => Promise<Rendered>,
): Promise<Rendered | PictureProblem> {
  const before = process.cpuUsage()
  try {
    const upright = sharp(sent, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
      .timeout({ seconds: renderTimeoutMs / 1_000 })
      .autoOrient()
      .toColourspace('srgb')
    return await rendering(upright)
  } catch (error) {
    // libvips has no error codes.
    if (!/timeout/i.test(String(error))) return 'broken'
    const { user, system } = process.cpuUsage(before)
    return givenUp((user + system) / 1_000)
  }
}

async function wholeOf(upright: Sharp, sent: SentPictureType): Promise<Picture> {
  const type = drawnAs[sent] ?? (sent as PictureType)
  // Sequential: a full picture takes a hundred megabytes otherwise.
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

/** Finer where that is small enough. */
async function smallWhole(upright: Sharp): Promise<Uint8Array> {
  const at = (side: number, quality: number) =>
    upright
      .clone()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer()
  const fine = await at(wholePixels, 80)
  return fine.length <= largestWhole ? fine : at(wholePixels / 2, 60)
}

/** Read from the header, before anything is decoded; undefined if it is broken. */
async function pixelsOf(sent: Uint8Array, type: SentPictureType): Promise<number | undefined> {
  try {
    const head = sharp(sent, { limitInputPixels: false, failOn: 'error', pages: 1 })
    const { format, width, height } = await head.metadata()
    return format === formats[type] ? width * height : undefined
  } catch {
    return undefined
  }
}

function inFormat(picture: Sharp, type: PictureType): Sharp {
  if (type === 'image/png') return picture.png()
  return type === 'image/jpeg'
    ? picture.jpeg({ quality: 85 })
    : picture.webp({ quality: 85, effort: 0 })
}

/** Queues the work; returns undefined for work that would wait too long. */
type Queue = <Result>(weight: number, work: () => Promise<Result>) => Promise<Result | undefined>

/** Runs jobs one after another, in order of arrival; waiting jobs weigh at most `most` together. */
function createQueue(most: number): Queue {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (weight, work) => {
    if (waiting + weight > most) return undefined
    waiting += weight
    const run = last.then(() => {
      waiting -= weight
      return work()
    })
    last = run.catch(() => undefined)
    return run
  }
}
