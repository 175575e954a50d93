import type { Language } from '../text/languages'
import type { Notifications } from './notifications'

/** What we keep of an identity provider's user: enough to find it and to write to it in its language. */
export interface Account {
  uid: string
  email: string
  /** Whether the identity service has seen proof that the address is the account's. */
  emailVerified: boolean
  locale: Language
  /** Undefined as long as the owner has chosen nothing: then `usualNotifications` hold. */
  notifications?: Notifications
  createdAt: Date
}

export interface AccountStore {
  /** Inserts the account, or renews e-mail, its verification and locale of the one with this uid; nothing else changes. */
  save(account: Account): Promise<void>
  find(uid: string): Promise<Account | undefined>
  /** Keeps how the account's owner wants to be told; without such an account nothing changes. */
  setNotifications(uid: string, notifications: Notifications): Promise<void>
  /** By e-mail, letter case ignored; of several with the same e-mail the one made last. */
  findByEmail(email: string): Promise<Account | undefined>
}
