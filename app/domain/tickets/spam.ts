import { withoutEnd } from '../text/ends'

/**
 * Why a new conversation is held back:
 * - trap: a field was filled in that no person gets to see.
 * - unstamped: nothing shows that our form was opened for it.
 * - hurry: the form came sooner than anybody can write.
 * - links: a stranger's first message has several links, or their name has one.
 * - repeated: the same words came several times in a day.
 * - crowd: too many begin at once, at the desk or from one network.
 * - before: it continues a conversation that was held back and not released.
 * - blocked: the owner has blocked its visitor.
 * - sender: its visitor gave the e-mail address of one who is blocked.
 * - filter: the filter of the mailbox took the e-mail for spam.
 * - automatic: a program sent the e-mail.
 * - unproven: the e-mail names a conversation that its sender may not write in.
 * - member: the e-mail names a member as its sender, which nothing proves.
 * - notice: a member answered a notification by e-mail.
 * - loop: both sides wrote as fast as two programs that answer each other.
 * - marked: a member took it for spam.
 */
export const holdReasons = [
  'trap',
  'unstamped',
  'hurry',
  'links',
  'repeated',
  'crowd',
  'before',
  'blocked',
  'sender',
  'filter',
  'automatic',
  'unproven',
  'member',
  'notice',
  'loop',
  'marked',
] as const

export type HoldReason = (typeof holdReasons)[number]

/** What a member holds has been known at the desk before, and goes on as it was. */
export function isHeldByMember(reason: HoldReason | undefined): boolean {
  return reason === 'blocked' || reason === 'marked'
}

export interface FirstForm {
  trapped: boolean
  /** Milliseconds since the form was shown; undefined without proof. */
  age: number | undefined
  name: string
  body: string
}

interface SpamRules {
  /** Milliseconds that writing takes a person, at least; 0 for no check. */
  leastAge: number
  /** In lower case; links to the site itself do not count. */
  ownHosts: readonly string[]
}

/** Suspected spam is held, never refused: better to miss some than to lose a person. */
export function suspicionOf(
  { trapped, age, name, body }: FirstForm,
  { leastAge, ownHosts }: SpamRules,
): HoldReason | undefined {
  if (trapped) return 'trap'
  if (leastAge > 0 && age === undefined) return 'unstamped'
  if (leastAge > 0 && age !== undefined && age < leastAge) return 'hurry'
  if (linksIn(body, ownHosts).length >= 2 || linksIn(name, ownHosts).length > 0) return 'links'
  return undefined
}

export function linksIn(text: string, ownHosts: readonly string[] = []): string[] {
  const found = text.toLowerCase().match(link) ?? []
  const bare = found.map((each) => withoutEnd(each.replace(/^https?:\/\//, ''), /[.,;:!?/]/))
  return [...new Set(bare)].filter((each) => !ownHosts.includes(each.split(/[/?#]/, 1)[0] ?? ''))
}

const link = /(?:https?:\/\/|\bwww\.)[^\s<>"'()[\]]+/g

/** Patient visitors are not slowed down by hasty ones. */
export type Pace = 'usual' | 'quickly' | 'late'

/** Milliseconds: a person who explains something takes longer. */
const unhurried = 15_000

/** Milliseconds for which a form is fresh. Offline browsers send late; so do hoarders of forms. */
const fresh = 24 * 3_600_000

export function paceOf(age: number | undefined): Pace {
  if (age === undefined) return 'usual'
  if (age > fresh) return 'late'
  return age < unhurried ? 'quickly' : 'usual'
}

/** From here on a text counts as unique: "Hello, is anybody there?" does not. */
const ownWords = 40

/** A text's key for finding repetitions; undefined for common texts. */
export function sameWords(body: string): string | undefined {
  const letters = body.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  return letters.length >= ownWords ? letters : undefined
}
