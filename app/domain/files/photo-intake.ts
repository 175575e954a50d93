import { newId } from '../text/ids'
import { type Bytes, type FileStore, headOf, type StoredFile } from './files'
import { largestPhoto, type PhotoStore } from './photos'
import type { Crop, PictureEncoder, PictureProblem } from './pictures'
import { isPicture, telling, typeOf } from './types'

export interface PhotoPorts {
  photos: PhotoStore
  files: FileStore
  pictures: PictureEncoder
}

/** Why a photo is not taken: also the name of the sentence that says so. */
export type PhotoRefused = 'type' | 'size' | PictureProblem

/**
 * Receives what somebody sends as their photo, until it can be drawn. Undefined if it is too large;
 * whoever gets a file removes it, as `keepPhoto` does. Rejects if the bytes break off.
 */
export function receivePhoto(files: FileStore, bytes: Bytes): Promise<StoredFile | undefined> {
  return files.put(bytes, largestPhoto)
}

/**
 * Draws a square of the picture in the file anew and keeps it as the account's photo; what was sent is
 * gone then, whatever it was.
 */
export async function keepPhoto(
  { photos, files, pictures }: PhotoPorts,
  uid: string,
  sent: StoredFile,
  crop: Crop,
  now: Date,
): Promise<'kept' | PhotoRefused> {
  const read = async () => {
    const bytes = await files.open(sent.file)
    if (!bytes) throw new Error('A photo was removed while it was taken in')
    return bytes
  }
  try {
    const type = typeOf(await headOf(await read(), telling))
    if (!type || !isPicture(type)) return 'type'
    const drawn = await pictures.crop(read, type, crop)
    if (typeof drawn === 'string') return drawn
    await photos.save(uid, { bytes: drawn, version: newId(now), savedAt: now })
    return 'kept'
  } finally {
    await files.remove([sent.file])
  }
}
