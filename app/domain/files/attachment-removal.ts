import { type AttachmentStore, heldFor } from './attachments'
import type { FileStore } from './files'

interface Ports {
  attachments: AttachmentStore
  files: FileStore
}

const pieceSize = 200

/** Milliseconds after which a file without attachment was left by a dead process. */
const strayAfter = 24 * 3_600_000

/** Call after the commit that erased the attachments. */
export async function removeDiscarded({ attachments, files }: Ports): Promise<void> {
  for (;;) {
    const gone = await attachments.discarded(pieceSize)
    if (gone.length === 0) return
    await files.remove(gone)
    await attachments.forget(gone)
  }
}

/** Removes unsent uploads and discarded files. Safe to interrupt and repeat. */
export async function removeUnsent(ports: Ports, now: Date): Promise<void> {
  const than = new Date(now.getTime() - heldFor)
  while ((await ports.attachments.letGo(than, pieceSize)) === pieceSize)
    await removeDiscarded(ports)
  await removeDiscarded(ports)
}

/** Removes files that dead processes left. Safe to interrupt and repeat. */
export async function removeStrays({ attachments, files }: Ports, now: Date): Promise<void> {
  let piece: string[] = []
  const remove = async () => files.remove(await attachments.strays(piece))
  for await (const file of files.olderThan(new Date(now.getTime() - strayAfter))) {
    piece.push(file)
    if (piece.length < pieceSize) continue
    await remove()
    piece = []
  }
  if (piece.length > 0) await remove()
}
