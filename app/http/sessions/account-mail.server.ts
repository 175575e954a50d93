import type { Config } from '../../config'

/** Whether letters to accounts leave: Firebase sends its own, ours need a mail server. */
export function sendsAccountMail({ accounts, mail }: Pick<Config, 'accounts' | 'mail'>): boolean {
  return accounts === 'firebase' || mail.smtpUrl !== undefined
}
