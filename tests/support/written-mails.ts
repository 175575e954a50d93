import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

/**
 * The e-mails to an address that became files in a data folder, the last written last: by the time of the
 * files, since their names order neither those of one second nor those of different tickets.
 */
export async function mailsIn(folder: string, address: string): Promise<Email[]> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names
    .filter((name) => name.endsWith('.eml') && !name.split('/').at(-1)?.startsWith('.'))
    .map((name) => ({ path: join(folder, name), at: writtenAt(join(folder, name)) }))
    .sort((one, other) => Number(one.at - other.at))
  const mails = await Promise.all(files.map(({ path }) => PostalMime.parse(readFileSync(path))))
  return mails.filter((mail) => (mail.deliveredTo ?? mail.to?.[0]?.address) === address)
}

/** Nanoseconds. */
function writtenAt(path: string): bigint {
  return statSync(path, { bigint: true }).mtimeNs
}
