import type { Member, MemberStore } from '../desks/members'
import { colleagues, type Peopled } from '../desks/people'

/** Members that one note notifies. */
export const mostMentioned = 20

/** Signs that are looked at: a page may have many notes. */
const mostSigns = 100

/** That notes of a ticket name a member; the newest counts. */
export interface MentionedIn {
  ticketId: string
  /** The member's, as `Member` has it. */
  reader: string
  deskId: string
  mentionedAt: Date
  /** The beginning of the note, and the account of who wrote it; undefined for older ones. */
  words?: string
  byUid?: string
}

/** Promises resolve after commit and sync. */
export interface MentionStore {
  /** Does nothing for a ticket that is not there. Never sets an earlier time. */
  note(
    ticket: { id: string; deskId: string },
    readers: readonly string[],
    note: Pick<MentionedIn, 'mentionedAt' | 'words' | 'byUid'>,
  ): Promise<void>
  /** Nobody is named by the ticket's note of this time any more. */
  forget(ticketId: string, mentionedAt: Date): Promise<void>
  /** Where the member was named last, first. */
  list(deskId: string, reader: string, limit: number): Promise<MentionedIn[]>
}

/** A name after an `@` in a text, from `start` up to `end`. */
interface Mention {
  uid: string
  start: number
  end: number
}

/**
 * The members whom a text names: by the whole name or its first word after an `@`, in any case, the
 * longer name first. A name of several members names none of them, unless it is the whole name of
 * one alone. An `@` inside an e-mail address or a link is none.
 */
export function mentionsIn(text: string, desk: Peopled): Mention[] {
  const named = membersByName(desk)
  const names = colleagues(desk).flatMap(([, { name }]) => namesOf(name))
  const lengths = [...new Set(names.map(({ length }) => length))].sort((one, other) => other - one)
  // As long as the text, so that places in one are those in the other.
  const key = asKey(text)
  return [...text.matchAll(beginning)].slice(0, mostSigns).flatMap(({ index: start }) => {
    const end = lengths
      .map((length) => start + 1 + length)
      .find((end) => named.has(key.slice(start + 1, end)) && ends(text, end))
    const uid = end && named.get(key.slice(start + 1, end))
    return end && uid ? [{ uid, start, end }] : []
  })
}

/** An `@` that is inside no address. */
const beginning = /(?<![\p{L}\p{M}\p{N}_.+/@=-])@/gu

/** Whether a name may end here: not before more letters, the rest of a hyphened name, or a host. */
function ends(text: string, at: number): boolean {
  return !/^(?:[\p{L}\p{M}\p{N}_@]|[-.][\p{L}\p{N}])/u.test(text.slice(at, at + 3))
}

/** Each member once, without the writer; at most `mostMentioned`. */
export function mentioned(text: string, desk: Peopled, byUid: string | undefined): string[] {
  const uids = new Set(mentionsIn(text, desk).map(({ uid }) => uid))
  return [...uids].filter((uid) => uid !== byUid).slice(0, mostMentioned)
}

/** The members whom a note of `byUid` names. */
export async function membersNamed(
  { members }: { members: Pick<MemberStore, 'list'> },
  desk: Peopled & { id: string },
  text: string,
  byUid: string | undefined,
): Promise<Member[]> {
  const uids = mentioned(text, desk, byUid)
  if (uids.length === 0) return []
  return (await members.list(desk.id)).filter(({ uid }) => uids.includes(uid))
}

/** The text in pieces, every second one a mention; undefined where it names nobody. */
export function withMentions(text: string, desk: Peopled): string[] | undefined {
  const mentions = mentionsIn(text, desk)
  if (mentions.length === 0) return undefined
  const ends = [0, ...mentions.flatMap(({ start, end }) => [start, end])]
  return ends.map((from, index) => text.slice(from, ends[index + 1]))
}

/** What names each other member, as `@Jonas`, the shortest first name or whole name that does. */
export function mentionable(desk: Peopled, byUid: string): string[] {
  const named = membersByName(desk)
  return colleagues(desk).flatMap(([uid, { name }]) => {
    const found = namesOf(name).find((each) => named.get(asKey(each)) === uid)
    return found === undefined || uid === byUid ? [] : [`@${found}`]
  })
}

/** By name, as `asKey` has it; undefined for a name of several. */
function membersByName(desk: Peopled): Map<string, string | undefined> {
  const named = new Map<string, string | undefined>()
  const names = colleagues(desk).map(([uid, { name }]) => ({ uid, names: namesOf(name) }))
  const add = (of: (names: string[]) => string | undefined) => {
    const found = names.map(({ uid, names }) => ({ uid, key: asKey(of(names) ?? '') }))
    const fresh = found.filter(({ key }) => key && !named.has(key))
    for (const { uid, key } of fresh) named.set(key, named.has(key) ? undefined : uid)
  }
  add((whole) => whole.at(-1))
  add(([first]) => first)
  return named
}

/** The first name and the whole one, if they differ. An address for a name is none. */
function namesOf(name: string): string[] {
  const words = name.normalize('NFC').trim().split(/\s+/)
  const [first] = words
  if (!first || name.includes('@')) return []
  return words.length > 1 ? [first, words.join(' ')] : [first]
}

/** In lower case, as long as it was: İ is the one capital that would become two characters. */
function asKey(name: string): string {
  return name
    .replace(/[^\S\n]/g, ' ')
    .replaceAll('İ', 'i')
    .toLowerCase()
}
