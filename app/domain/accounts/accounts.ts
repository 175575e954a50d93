import type { Language } from '../text/languages'
import type { Notifications } from './notifications'

export interface Account {
  uid: string
  email: string
  emailVerified: boolean
  locale: Language
  /** Undefined means `usualNotifications`. */
  notifications?: Notifications
  createdAt: Date
}

export interface AccountStore {
  /** Inserts the account, or updates only e-mail, verification and locale of this uid. */
  save(account: Account): Promise<void>
  find(uid: string): Promise<Account | undefined>
  /** Does nothing for an unknown account. */
  setNotifications(uid: string, notifications: Notifications): Promise<void>
  /** Finds by `emailKey`; of several accounts the newest. */
  findByEmail(email: string): Promise<Account | undefined>
}
