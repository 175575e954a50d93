import type { Account, AccountStore } from '../../../domain/accounts/accounts'
import { emailKey } from '../../../domain/text/email'
import type { Database } from '../database/database.server'
import { firstOf } from '../database/documents.server'
import type { AccountRecord } from '../database/schema'

export function createAccountStore({ collection, document, transact }: Database): AccountStore {
  return {
    save: (account) =>
      transact([`account ${account.uid}`], async (transaction) => {
        const reference = document('accounts', account.uid)
        const known = (await transaction.get(reference)).data()
        const { email, emailVerified, locale } = account
        const renewed = known ? { ...known, email, emailVerified, locale } : account
        transaction.set(reference, { ...renewed, address: emailKey(email) })
      }),

    async find(uid) {
      return toAccount((await document('accounts', uid).get()).data())
    },

    setNotifications: (uid, notifications) =>
      transact([`account ${uid}`], async (transaction) => {
        const reference = document('accounts', uid)
        const account = (await transaction.get(reference)).data()
        if (account) transaction.set(reference, { ...account, notifications })
      }),

    async findByEmail(email) {
      const found = collection('accounts').where('address', '==', emailKey(email))
      return toAccount(await firstOf(found.orderBy('createdAt', 'desc')))
    },
  }
}

export function toAccount(record: AccountRecord | undefined): Account | undefined {
  if (!record) return undefined
  const { address: _, deskId: __, ...account } = record
  return account
}
