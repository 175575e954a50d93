import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { AppLoadContext } from '@remix-run/node'
import type { Bytes } from '../../domain/files/files'

/**
 * A body that is closed with its response at the latest, whether or not it was read: Remix drops the
 * response to a client that has left meanwhile. Calls `closed` then.
 */
export function bodyOf(
  { onClose }: Pick<AppLoadContext, 'onClose'>,
  bytes: Bytes,
  closed: () => void = () => undefined,
): ReadableStream<Uint8Array> {
  const stream = Readable.from(bytes, { objectMode: false })
  stream.once('close', closed)
  onClose(() => stream.destroy())
  return Readable.toWeb(stream) as NodeStream as ReadableStream<Uint8Array>
}
