import type { LocalizedText } from '../text/languages'
import { foldText } from '../text/search-folding'

/** A name in front of the @ that a desk chose for an address of its own, or a key that it had before. */
export interface MailAlias {
  name: string
  deskId: string
  /** When it became the desk's main address, which the latest is. */
  chosenAt: Date
  /** Of tickets that begin with an e-mail to it. */
  tag?: string
  /** Below answers from it, instead of the desk's. */
  signature?: LocalizedText
  /**
   * Since then e-mails to it are refused. It stays the desk's: what guests go on sending there is nobody
   * else's to read.
   */
  removedAt?: Date
}

export type AliasChange = Partial<Pick<MailAlias, 'tag' | 'signature' | 'chosenAt' | 'removedAt'>>

/** taken: another desk's · own: the desk has it · full: the desk has `most` · spent: it has removed too many. */
export type AliasChoice = 'added' | 'taken' | 'own' | 'full' | 'spent'

export interface MailAliasStore {
  /** Undefined for one that was removed. */
  find(name: string): Promise<MailAlias | undefined>
  /** The main one first, without those that were removed. */
  list(deskId: string): Promise<MailAlias[]>
  /**
   * Adds a name or a key, or brings one back that the desk has removed. Names and keys are counted apart,
   * and the first name becomes the main one. A name is ever one desk's.
   */
  add(alias: MailAlias, most: number): Promise<AliasChoice>
  /** False where the desk does not have it. */
  change(deskId: string, name: string, change: AliasChange): Promise<boolean>
}

/** Names of a desk in use; and with those that it has removed, which are no other desk's. */
export const mostAliases = 5
export const mostEverChosen = 20

/** Earlier keys of a desk. */
export const mostEarlierKeys = 20

/** Letters; a desk's key is longer, so that none can be taken. */
export const longestAlias = 24
const shortestAlias = 3

export function isEarlierKey(name: string): boolean {
  return name.length > longestAlias
}

/** Those of the operator (RFC 2142) and of programs. */
const reserved = new Set(
  `abuse admin administrator bounce bounces dmarc ftp hostmaster imap list mail mailer-daemon noc noreply
  no-reply null operator owner police pop3 postmaster root security smtp spam ssl-admin system test tresen
  usenet uucp webmaster www`.split(/\s+/),
)

/** What people write to without asking whose it is: the business that runs the site may have them. */
const reservedForSite = new Set(
  'billing contact help info kontakt marketing news office privacy sales service shop support team'.split(
    ' ',
  ),
)

/** What is typed, as a name: Café Morgenrot is cafe-morgenrot. Without the domain. */
export function aliasName(typed: string): string {
  const [name = ''] = typed.split('@')
  return foldText(name).trim().replaceAll(' ', '-')
}

/** Undefined for a good name. Return paths begin with b-. */
export function aliasProblem(
  name: string,
  { isSite }: { isSite: boolean },
): 'shape' | 'reserved' | undefined {
  if (name.length < shortestAlias || name.length > longestAlias) return 'shape'
  if (!/^[a-z\d]+(-[a-z\d]+)*$/.test(name)) return 'shape'
  if (reserved.has(name) || name.startsWith('b-')) return 'reserved'
  return reservedForSite.has(name) && !isSite ? 'reserved' : undefined
}

/** The address that a ticket's guest wrote to, while its desk has it. */
export async function findWrittenTo(
  aliases: Pick<MailAliasStore, 'find'>,
  { deskId, writtenTo }: { deskId: string; writtenTo?: string },
): Promise<MailAlias | undefined> {
  const alias = writtenTo === undefined ? undefined : await aliases.find(writtenTo)
  return alias?.deskId === deskId ? alias : undefined
}
