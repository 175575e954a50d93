import { type AttachmentStore, heldFor } from './attachments'
import type { FileStore } from './files'

interface Ports {
  attachments: AttachmentStore
  files: FileStore
}

/** How many files are removed at a time. */
const pieceSize = 200

/** Milliseconds after which a file that no attachment knows was left behind by a process that died. */
const strayAfter = heldFor

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
 * Removes what nobody waits for: files that were uploaded and never sent, those of attachments that
 * are gone, and what a process left behind that died. For a timer; may be broken off and repeated.
 */
export async function removeAbandoned(ports: Ports, now: Date): Promise<void> {
  const { attachments, files } = ports
  await attachments.letGo(new Date(now.getTime() - heldFor))
  await removeDiscarded(ports)
  let piece: string[] = []
  const removeStrays = async () => files.remove(await attachments.strays(piece))
  for await (const file of files.olderThan(new Date(now.getTime() - strayAfter))) {
    piece.push(file)
    if (piece.length < pieceSize) continue
    await removeStrays()
    piece = []
  }
  if (piece.length > 0) await removeStrays()
}
