import type { Services } from '~/config'
import { FilesUnavailable } from '~/domain/files/errors'
import { joined } from '~/domain/files/files'
import { type Enclosure, MailError } from '~/domain/outbox/mailer'
import type { Draft } from './draft'

export interface FilePorts {
  attachments: Pick<Services['attachments'], 'list'>
  files: Pick<Services['files'], 'open'>
}

/** The files of a letter without those that were erased meanwhile. While the storage fails, it waits. */
export async function enclose(
  { enclosed = [], deskId = '' }: Draft,
  { attachments, files }: FilePorts,
): Promise<Enclosure[]> {
  if (enclosed.length === 0) return []
  const ids = enclosed.map(({ id }) => id)
  const found: Enclosure[] = []
  try {
    for (const { file, name, type } of await attachments.list(deskId, ids)) {
      const bytes = await files.open(file)
      if (bytes) found.push({ name, type, bytes: await joined(bytes) })
    }
  } catch (error) {
    if (error instanceof FilesUnavailable) throw new MailError('deferred', 'files')
    throw error
  }
  return found
}
