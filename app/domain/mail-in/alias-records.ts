import type { Kind } from '../records/kinds'
import { changed, created, type Records } from '../records/records'
import { isEarlierKey, type MailAlias, type MailAliasStore } from './aliases'

export const mailAliasKind: Kind<MailAlias, 'ofDesk'> = {
  noun: 'mailAlias',
  table: 'mailAliases',
  cells: { name: 'text', deskId: 'text', chosenAt: 'time' },
  key: ['name'],
  desk: 'deskId',
  lists: { ofDesk: { by: ['deskId'], order: 'chosenAt', descending: true } },
}

export function createMailAliasStore(records: Records): MailAliasStore {
  return {
    findDesk: async (name) => (await records.get(mailAliasKind, name))?.deskId,

    list: (deskId) => records.list(mailAliasKind, 'ofDesk', { deskId }),

    choose: (alias, most) =>
      records.commit([`mail aliases ${alias.deskId}`], async (read) => {
        const { name, deskId } = alias
        const same = await read.get(mailAliasKind, name)
        const own = await read.list(mailAliasKind, 'ofDesk', { deskId })
        const alike = own.filter((each) => isEarlierKey(each.name) === isEarlierKey(name))
        if (same && same.deskId !== deskId) return { result: 'taken' }
        if (!same && alike.length >= most) return { result: 'full' }
        const change = same ? changed(mailAliasKind, same, alias) : created(mailAliasKind, alias)
        return { result: 'chosen', changes: [change] }
      }),
  }
}
