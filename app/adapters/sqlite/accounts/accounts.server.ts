import type { Account, AccountStore } from '../../../domain/accounts/accounts'
import { emailKey } from '../../../domain/text/email'
import type { Database } from '../database/database.server'
import { type Schema, toRow } from '../database/schema.server'
import { isAccountThere } from '../erasure/visible.server'

export function createAccountStore({ kysely }: Database): AccountStore {
  return {
    async save(account) {
      await kysely
        .insertInto('accounts')
        .values({ ...toRow(account), emailKey: emailKey(account.email) })
        .onConflict((conflict) =>
          conflict.column('uid').doUpdateSet(
            toRow({
              email: account.email,
              emailKey: emailKey(account.email),
              emailVerified: account.emailVerified,
              locale: account.locale,
            }),
          ),
        )
        .execute()
    },

    async find(uid) {
      const row = await kysely
        .selectFrom('accounts')
        .selectAll()
        .where('uid', '=', uid)
        .where(isAccountThere('accounts.uid'))
        .executeTakeFirst()
      return row && toAccount(row)
    },

    async setNotifications(uid, notifications) {
      await kysely
        .updateTable('accounts')
        .set({ notifications: JSON.stringify(notifications) })
        .where('uid', '=', uid)
        .execute()
    },

    async findByEmail(email) {
      const row = await kysely
        .selectFrom('accounts')
        .selectAll()
        .where('emailKey', '=', emailKey(email))
        .where(isAccountThere('accounts.uid'))
        .orderBy('createdAt', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && toAccount(row)
    },
  }
}

export function toAccount({ emailKey: _, ...row }: Schema['accounts']): Account {
  return {
    ...row,
    emailVerified: row.emailVerified === 1,
    notifications: row.notifications === null ? undefined : JSON.parse(row.notifications),
    createdAt: new Date(row.createdAt),
  }
}
