import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

/** The e-mails to an address that became files in a data folder, the last written last. */
export async function mailsIn(folder: string, address: string): Promise<Email[]> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(
    files.map((name) => PostalMime.parse(readFileSync(join(folder, name)))),
  )
  return mails.filter((mail) => mail.to?.[0]?.address === address)
}
