import { readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { type AuthEmulator, callEmulator } from './auth-emulator'

const accountsPath = '/identitytoolkit.googleapis.com/v1/projects/{project}/accounts'

const users = z.array(
  z.object({ localId: z.string(), validSince: z.string().optional() }).passthrough(),
)

/** The emulator answers a batch without `users` when it has none. */
const download = z.object({ users: users.default([]) })
const upload = z.object({
  error: z.array(z.object({ index: z.number(), message: z.string() })).default([]),
})

/** As many accounts as the emulator hands out at once; more than a developer makes. */
const most = 1000

/** Gives the emulator the accounts of the file; does nothing when there is no file yet. */
export async function loadAccounts(emulator: AuthEmulator, file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const kept = text === undefined ? [] : users.parse(JSON.parse(text))
  if (kept.length === 0) return
  const answer = upload.parse(
    await callEmulator(emulator, 'POST', `${accountsPath}:batchCreate`, { users: kept }),
  )
  if (answer.error.length > 0) {
    throw new Error(`${file}: ${answer.error.map(({ message }) => message).join('; ')}`)
  }
  for (const { localId, validSince } of kept) {
    // Importing makes every earlier token stale, which would sign the developer out at each start.
    if (validSince) {
      await callEmulator(emulator, 'POST', `${accountsPath}:update`, { localId, validSince })
    }
  }
}

/**
 * Writes the emulator's accounts to the file, whole or not at all. The emulator's "hashes" hold the
 * passwords in clear, so that only this user may read the file.
 */
export async function saveAccounts(emulator: AuthEmulator, file: string): Promise<void> {
  const answer = await callEmulator(emulator, 'GET', `${accountsPath}:batchGet?maxResults=${most}`)
  const text = JSON.stringify(download.parse(answer).users, null, 2)
  await writeFile(`${file}.new`, `${text}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/**
 * Saves the accounts whenever one may have changed, one save after the other, and calls `afterwards`.
 * The answer waits for what is under way and saves a last time.
 */
export function keepAccounts(
  emulator: AuthEmulator,
  file: string,
  afterwards: () => Promise<void>,
): () => Promise<void> {
  let queue = Promise.resolve()
  const save = () => {
    queue = queue
      .then(() => saveAccounts(emulator, file))
      .then(afterwards)
      .catch((error) => console.error(error))
    return queue
  }
  emulator.onChange(save)
  return save
}
