import type { Kysely } from 'kysely'
import type { PhotoSize } from '../../../domain/shop/product-photos'
import type { Schema } from '../database/schema.server'

export async function findPicture(
  kysely: Kysely<Schema>,
  table: 'productPhotos' | 'sitePictures',
  id: string,
  size: PhotoSize,
): Promise<Uint8Array | undefined> {
  const row = await kysely.selectFrom(table).select(size).where('id', '=', id).executeTakeFirst()
  // libsql returns a bare ArrayBuffer.
  return row && new Uint8Array(row[size])
}
