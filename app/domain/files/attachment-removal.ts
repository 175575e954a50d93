import { type AttachmentStore, heldFor } from './attachments'
import type { FileStore } from './files'

interface Ports {
  attachments: AttachmentStore
  files: FileStore
}

/** How many files are removed at a time. */
const pieceSize = 200

/** Milliseconds after which a file that no attachment knows was left behind by a process that died. */
const strayAfter = 24 * 3_600_000

/** Removes the files of attachments that are gone: to be called after whatever took them away is committed. */
export async function removeDiscarded({ attachments, files }: Ports): Promise<void> {
  for (;;) {
    const gone = await attachments.discarded(pieceSize)
    if (gone.length === 0) return
    await files.remove(gone)
    await attachments.forget(gone)
  }
}

/**
 * Removes files that were uploaded and never sent, and those of attachments that are gone. For a
 * timer; may be broken off and repeated.
 */
export async function removeUnsent(ports: Ports, now: Date): Promise<void> {
  const than = new Date(now.getTime() - heldFor)
  while ((await ports.attachments.letGo(than, pieceSize)) === pieceSize)
    await removeDiscarded(ports)
  await removeDiscarded(ports)
}

/** Removes what a process left behind that died. For a timer; may be broken off and repeated. */
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
