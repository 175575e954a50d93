import { createAttachmentStore } from '../../../app/adapters/sqlite/attachments.server'
import { openDatabase } from '../../../app/adapters/sqlite/database.server'
import { attachmentStoreContract } from '../../contracts/attachments'
import { makePlace, storesOf } from './places'

attachmentStoreContract('SQLite', async () => {
  const place = await makePlace()
  const database = openDatabase(place.file)
  async function close() {
    await database.close()
    await place.remove()
  }
  return {
    stores: { ...storesOf(database), close },
    attachments: createAttachmentStore(database),
    close,
  }
})
