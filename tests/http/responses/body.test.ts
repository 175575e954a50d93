import { setImmediate as immediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { bodyOf } from '~/http/responses/body.server'

/** Pieces of a file without an end, which is open until somebody closes it. */
async function* openFile(file: { isOpen: boolean }) {
  file.isOpen = true
  try {
    for (;;) yield new Uint8Array(65_536)
  } finally {
    file.isOpen = false
  }
}

test.each(['unread', 'half read'])('a body that is %s ends with its response', async (how) => {
  const leaving: (() => void)[] = []
  const file = { isOpen: false }
  const body = bodyOf({ onClose: (callback) => leaving.push(callback) }, openFile(file))
  if (how === 'half read') await body.getReader().read()
  await expect.poll(() => file.isOpen).toBe(true)
  for (const leave of leaving) leave()
  await immediate()
  expect(file.isOpen).toBe(false)
})
