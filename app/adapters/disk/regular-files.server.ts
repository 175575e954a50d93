import { readFileSync, statSync } from 'node:fs'

/**
 * Whether a path leads to a folder, FIFO, socket or device. Opening a FIFO waits until somebody writes to
 * it, and a device may have no end.
 */
export function isIrregular(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && !found.isFile()
}

/** Throws an Error whose message is a sentence for what is not a regular file, else as `readFileSync`. */
export function readRegularFile(path: string): Buffer {
  if (isIrregular(path)) {
    throw new Error('this is a folder, FIFO, socket or device, not a regular file')
  }
  return readFileSync(path)
}
