import { newId } from '../text/ids'
import { type Bytes, type FileStore, headOf, type StoredFile } from './files'
import { largestPhoto, type PhotoStore } from './photos'
import type { Crop, PictureEncoder, PictureProblem } from './pictures'
import { isPicture, telling, typeOf } from './types'

interface PhotoPorts {
  photos: PhotoStore
  files: FileStore
  pictures: PictureEncoder
}

/** Also the locale key of its sentence. */
export type PhotoRefused = 'type' | 'size' | PictureProblem

/** Undefined if too large. The caller removes it, as `keepPhoto` does. */
export function receivePhoto(files: FileStore, bytes: Bytes): Promise<StoredFile | undefined> {
  return files.put(bytes, largestPhoto)
}

/** Re-encodes a square as the account's photo, and removes what was sent in every case. */
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
