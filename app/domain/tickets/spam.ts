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
 */
export type HoldReason =
  | 'trap'
  | 'unstamped'
  | 'hurry'
  | 'links'
  | 'repeated'
  | 'crowd'
  | 'before'
  | 'blocked'
  | 'sender'

/** What is known of a form that begins a conversation. */
export interface FirstForm {
  /** Whether the field was filled in that no person gets to see. */
  trapped: boolean
  /** Milliseconds since the form was shown; undefined if nothing proves that it was. */
  age: number | undefined
  name: string
  body: string
}

export interface SpamRules {
  /** Milliseconds that a person takes to write something, at least; 0 if a form's age says nothing. */
  leastAge: number
  /** The hosts of the site itself, small letters: links to them are nobody's advertisement. */
  ownHosts: readonly string[]
}

/** What is taken for spam is held, never refused: sooner one in a hundred too few than a person too many. */
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

/** The different links to other sites. */
export function linksIn(text: string, ownHosts: readonly string[] = []): string[] {
  const found = text.toLowerCase().match(link) ?? []
  const bare = found.map((each) => each.replace(/^https?:\/\//, '').replace(/[.,;:!?/]+$/, ''))
  return [...new Set(bare)].filter((each) => !ownHosts.includes(each.replace(/[/?#].*$/su, '')))
}

const link = /(?:https?:\/\/|\bwww\.)[^\s<>"'()[\]]+/g

/** How a form's age is counted: who takes their time is not held up by those who do not. */
export type Pace = 'usual' | 'quickly' | 'late'

/** Milliseconds: a person who says what it is about takes longer. */
const unhurried = 15_000

/** Milliseconds for which a form is fresh. A browser without a line sends late, a hoarder of forms too. */
const fresh = 24 * 3_600_000

export function paceOf(age: number | undefined): Pace {
  if (age === undefined) return 'usual'
  if (age > fresh) return 'late'
  return age < unhurried ? 'quickly' : 'usual'
}

/** So many letters and digits make words one's own: "Hello, is anybody there?" is everybody's. */
const ownWords = 40

/** The words by which the same message is known again; undefined for what anybody may write. */
export function sameWords(body: string): string | undefined {
  const letters = body.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  return letters.length >= ownWords ? letters : undefined
}
