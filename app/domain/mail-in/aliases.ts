import { foldText } from '../text/search-folding'

/** A name in front of the @ that a desk chose for its address, or a key that it had before. */
export interface MailAlias {
  name: string
  deskId: string
  /** The name chosen last is shown; the earlier ones stay valid. */
  chosenAt: Date
}

/** taken: another desk's · full: the desk has `most` others of its kind, names or keys. */
export type AliasChoice = 'chosen' | 'taken' | 'full'

export interface MailAliasStore {
  /** The id of its desk. */
  findDesk(name: string): Promise<string | undefined>
  /** The one chosen last first. */
  list(deskId: string): Promise<MailAlias[]>
  /** Adds it, or chooses one of the desk's own again. A name is ever one desk's. */
  choose(alias: MailAlias, most: number): Promise<AliasChoice>
}

/** Names of a desk: each is taken from all other desks. */
export const mostAliases = 5

/** Earlier keys of a desk. */
export const mostEarlierKeys = 20

/** Letters; a desk's key is longer, so that none can be taken. */
export const longestAlias = 24
const shortestAlias = 3

export function isEarlierKey(name: string): boolean {
  return name.length > longestAlias
}

/** Those of the operator (RFC 2142), of programs, and of nobody in particular. */
const reserved = new Set(
  `abuse admin administrator billing bounce bounces contact dmarc ftp help hostmaster imap info kontakt
  list mail mailer-daemon marketing news noc noreply no-reply null office operator owner police pop3
  postmaster privacy root sales security service shop smtp spam ssl-admin support system team test tresen
  usenet uucp webmaster www`.split(/\s+/),
)

/** What is typed, as a name: Café Morgenrot is cafe-morgenrot. Without the domain. */
export function aliasName(typed: string): string {
  const [name = ''] = typed.split('@')
  return foldText(name).trim().replaceAll(' ', '-')
}

/** Undefined for a good name. Return paths begin with b-. */
export function aliasProblem(name: string): 'shape' | 'reserved' | undefined {
  if (name.length < shortestAlias || name.length > longestAlias) return 'shape'
  if (!/^[a-z\d]+(-[a-z\d]+)*$/.test(name)) return 'shape'
  return reserved.has(name) || name.startsWith('b-') ? 'reserved' : undefined
}
