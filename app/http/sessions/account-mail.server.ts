import type { Config } from '../../config'

/** Whether what we write leaves: with Firebase's emulator somebody reads the files instead. */
export function sendsLetters({
  accounts,
  identity,
  mail,
}: Pick<Config, 'accounts' | 'identity' | 'mail'>): boolean {
  const isEmulated = accounts === 'firebase' && identity.emulatorHost !== undefined
  return isEmulated || mail.smtpUrl !== undefined
}

/** Whether letters to accounts leave: Firebase sends its own, ours need a mail server. */
export function sendsAccountMail({ accounts, mail }: Pick<Config, 'accounts' | 'mail'>): boolean {
  return accounts === 'firebase' || mail.smtpUrl !== undefined
}
