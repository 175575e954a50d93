import type { Kind } from '../records/kinds'
import { changed, created, type Records } from '../records/records'
import { isEarlierKey, type MailAlias, type MailAliasStore, mostEverChosen } from './aliases'

export const mailAliasKind: Kind<MailAlias, 'ofDesk'> = {
  noun: 'mailAlias',
  table: 'mailAliases',
  cells: {
    name: 'text',
    deskId: 'text',
    chosenAt: 'time',
    tag: 'text',
    signature: 'json',
    removedAt: 'time',
  },
  key: ['name'],
  desk: 'deskId',
  lists: { ofDesk: { by: ['deskId'], order: 'chosenAt', descending: true } },
}

const isInUse = ({ removedAt }: MailAlias) => removedAt === undefined

export function createMailAliasStore(records: Records): MailAliasStore {
  return {
    async find(name) {
      const found = await records.get(mailAliasKind, name)
      return found && isInUse(found) ? found : undefined
    },

    list: async (deskId) =>
      (await records.list(mailAliasKind, 'ofDesk', { deskId })).filter(isInUse),

    add: (alias, most) =>
      records.commit([`mail aliases ${alias.deskId}`], async (read) => {
        const { name, deskId } = alias
        const same = await read.get(mailAliasKind, name)
        const own = await read.list(mailAliasKind, 'ofDesk', { deskId })
        if (same && same.deskId !== deskId) return { result: 'taken' }
        if (same && isInUse(same)) return { result: 'own' }
        const alike = own.filter((each) => isEarlierKey(each.name) === isEarlierKey(name))
        const used = alike.filter(isInUse)
        if (used.length >= most) return { result: 'full' }
        if (!same && alike.length >= mostEverChosen) return { result: 'spent' }
        const chosenAt = used.length > 0 && !isEarlierKey(name) ? new Date(0) : alias.chosenAt
        const added = { ...alias, chosenAt }
        const change = same ? changed(mailAliasKind, same, added) : created(mailAliasKind, added)
        return { result: 'added', changes: [change] }
      }),

    change: (deskId, name, change) =>
      records.commit([`mail aliases ${deskId}`], async (read) => {
        const found = await read.get(mailAliasKind, name)
        if (found?.deskId !== deskId || !isInUse(found)) return { result: false }
        const next = { ...found, ...change }
        return { result: true, changes: [changed(mailAliasKind, found, next)] }
      }),
  }
}
