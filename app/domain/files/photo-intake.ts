import { newId } from '../text/ids'
import type { Bytes, FileStore, StoredFile } from './files'
import { largestPhoto, type PhotoStore } from './photos'
import type { Crop, PictureEncoder, PictureProblem, SentPictureType } from './pictures'
import { sentPicture } from './recognition'

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

/** As the account's photo, a square. */
export async function keepPhoto(
  { photos, files, pictures }: PhotoPorts,
  uid: string,
  sent: StoredFile,
  crop: Crop,
  now: Date,
): Promise<'kept' | PhotoRefused> {
  const rendered = await renderPhoto(files, sent, (read, type) => pictures.crop(read, type, crop))
  if (typeof rendered === 'string') return rendered
  await photos.save(uid, { bytes: rendered, version: newId(now), savedAt: now })
  return 'kept'
}

/** Re-encodes the sent file, and removes the original in every case. */
export async function renderPhoto<Rendered>(
  files: FileStore,
  sent: StoredFile,
  render: (read: () => Promise<Bytes>, type: SentPictureType) => Promise<Rendered | PictureProblem>,
): Promise<Rendered | PhotoRefused> {
  const read = async () => {
    const bytes = await files.open(sent.file)
    if (!bytes) throw new Error('A photo was removed while it was taken in')
    return bytes
  }
  try {
    const type = await sentPicture(read)
    return type ? await render(read, type) : 'type'
  } finally {
    await files.remove([sent.file])
  }
}
