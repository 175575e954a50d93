import { isEarlierKey, type MailAliasStore } from '../../../domain/mail-in/aliases'
import type { Database } from '../database/database.server'
import { listOf } from '../database/documents.server'
import { readDesk } from '../desks/recent-desk.server'

/** An alias's id is its name, which makes it unique. */
export function createMailAliasStore(database: Database): MailAliasStore {
  const { collection, document, transact } = database
  const ofDesk = (deskId: string) => collection('mailAliases').where('deskId', '==', deskId)

  return {
    async findDesk(name) {
      const alias = (await document('mailAliases', name).get()).data()
      return alias && (await readDesk(database, alias.deskId)) ? alias.deskId : undefined
    },

    async list(deskId) {
      if (!(await readDesk(database, deskId))) return []
      return (await listOf(ofDesk(deskId))).sort((one, other) => {
        const between = other.chosenAt.getTime() - one.chosenAt.getTime()
        return between || (one.name < other.name ? -1 : 1)
      })
    },

    choose: (alias, most) =>
      transact([`mail aliases ${alias.deskId}`], async (transaction) => {
        const reference = document('mailAliases', alias.name)
        const same = (await transaction.get(reference)).data()
        const { docs } = await transaction.get(ofDesk(alias.deskId))
        const names = docs.map((each) => each.data().name)
        const alike = names.filter((name) => isEarlierKey(name) === isEarlierKey(alias.name))
        if (same && same.deskId !== alias.deskId) return 'taken'
        if (!same && alike.length >= most) return 'full'
        transaction.set(reference, alias)
        return 'chosen'
      }),
  }
}
