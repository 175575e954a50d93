import { readFileSync, writeFileSync } from 'node:fs'
import { AccountsFileError, readFirebaseAccounts, writeFirebaseAccounts } from '~/config'
import type { IdentityStore, StoredIdentity } from '~/domain/identity/identities'
import { Taken } from '~/domain/records/records'

type Print = (text: string) => void

/**
 * Takes the accounts of a file of `firebase auth:export`, with the passwords. All of the file is read before
 * the first is added; running it again adds what is missing. Returns the exit code.
 */
export async function importAccounts(
  identities: IdentityStore,
  [accountsFile, hashFile]: string[],
  now: Date,
  print: Print,
): Promise<number> {
  const read = readFiles(accountsFile, hashFile, now)
  if (typeof read === 'string') {
    print(`${read}. Nothing was changed.\n`)
    return 1
  }
  const taken: string[] = []
  let added = 0
  for (const identity of read.identities) {
    if (await identities.find(identity.uid)) continue
    try {
      await identities.add(identity)
      added++
    } catch (error) {
      if (!(error instanceof Taken)) throw error
      taken.push(identity.email)
    }
  }
  const bare = read.identities.filter(({ passwordHash }) => passwordHash === undefined)
  const list = (what: string, which: string[]) =>
    which.length > 0 ? `${what}: ${which.join(', ')}\n` : ''
  print(
    `${added} of ${read.identities.length} accounts were added; the others were there.\n` +
      list('Another account here has the address', taken) +
      list(
        'Without a password, so they ask for one at /login',
        bare.map(({ email }) => email),
      ) +
      list('Left out, as they have no e-mail address', read.withoutEmail),
  )
  return taken.length > 0 ? 1 : 0
}

function readFiles(accountsFile = '', hashFile = '', now: Date) {
  try {
    return readFirebaseAccounts(readFileSync(accountsFile), readFileSync(hashFile, 'utf8'), now)
  } catch (error) {
    if (error instanceof AccountsFileError) return error.message
    if ((error as NodeJS.ErrnoException).code) return (error as Error).message
    throw error
  }
}

/** Writes new files for `firebase auth:import`, readable by their owner alone. Returns the exit code. */
export async function exportAccounts(
  identities: IdentityStore,
  [file = '']: string[],
  print: Print,
): Promise<number> {
  const all: StoredIdentity[] = []
  for await (const identity of everyIdentity(identities)) all.push(identity)
  const files = writeFirebaseAccounts(all)
  try {
    for (const [index, { text, options, accounts }] of files.entries()) {
      const name = index === 0 ? file : file.replace(/(\.json)?$/, `-${index + 1}$1`)
      writeFileSync(name, text, { flag: 'wx', mode: 0o600, flush: true })
      print(`${accounts} accounts are in ${name}. To put them into a Firebase project:\n`)
      print(`  npx firebase auth:import ${name} ${options} --project PROJECT\n`)
    }
    return 0
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code) throw error
    print(`${(error as Error).message}. Remove what was written, and choose another name.\n`)
    return 1
  }
}

export async function* everyIdentity(identities: IdentityStore): AsyncGenerator<StoredIdentity> {
  let after: string | undefined
  do {
    const some = await identities.list(200, after)
    yield* some
    after = some.at(-1)?.emailKey
  } while (after !== undefined)
}
