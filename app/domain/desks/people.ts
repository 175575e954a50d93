/** Somebody who is at a desk, or was: words keep the name of who has left. */
export interface Person {
  /** Empty until the account has a name. */
  name: string
  left?: true
}

/** By account, in the order of joining. */
export type People = Record<string, Person>

/** What a desk knows of its people. */
export interface Peopled {
  /** Undefined as long as nobody but its founder has been there. */
  people?: People
  /** That an answer is the desk's; otherwise guests see the first name of who wrote it. */
  guestsSee?: 'desk'
}

/** Under an answer: the first name of its author, or the desk's name. */
export const guestsSeeChoices = ['name', 'desk'] as const

/** New tickets are nobody's, or assigned to the members who are present, in turn. */
export const newTicketsChoices = ['nobody', 'in-turn'] as const

/** Whether members see which page a visitor looks at. */
export const visitedPagesChoices = ['shown', 'hidden'] as const

/** Whether members need a second factor is their own choice, or all need one. */
export const secondFactorChoices = ['own', 'all'] as const

/** Milliseconds until members need the second factor that a manager has asked of all. */
export const secondFactorNotice = 7 * 24 * 3_600_000

/** Who left most recently; older names are forgotten. */
const mostLeft = 200

/**
 * The people of a desk after its members changed. An erased account is forgotten.
 */
export function peopleAfter(
  before: People | undefined,
  members: readonly { uid: string; name: string }[],
  erased?: string,
): People | undefined {
  const isHere = (uid: string) => members.some((each) => each.uid === uid)
  const left = Object.entries(before ?? {})
    .filter(([uid]) => uid !== erased && !isHere(uid))
    .map(([uid, { name }]): [string, Person] => [uid, { name, left: true }])
  const here = members.map(({ uid, name }): [string, Person] => [uid, { name }])
  if (!before && here.length < 2) return undefined
  return Object.fromEntries([...left.slice(-mostLeft), ...here])
}

/** Who is at the desk now, by account, where that is more than one; otherwise nobody. */
export function colleagues({ people = {} }: Peopled): [uid: string, person: Person][] {
  const here = Object.entries(people).filter(([, { left }]) => !left)
  return here.length > 1 ? here : []
}

/** Whether several people answer; pages of a desk with one say nothing about people. */
export function isShared(desk: Peopled): boolean {
  return colleagues(desk).length > 0
}

/**
 * How a guest sees a member: by their first name, or undefined for the desk's, which some desks prefer
 * and those of one person have. Accounts may have an e-mail address for a name; guests never see one.
 */
export function nameForGuests(desk: Peopled, uid: string | undefined): string | undefined {
  if (desk.guestsSee === 'desk' || !isShared(desk) || uid === undefined) return undefined
  const { name = '' } = desk.people?.[uid] ?? {}
  const [first] = name.trim().split(/\s+/)
  return first && !first.includes('@') ? first : undefined
}
