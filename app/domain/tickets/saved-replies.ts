import { type LocalizedText, languages } from '../text/languages'

/** A text that an owner sends often, called by its shortcut. */
export interface SavedReply {
  id: string
  deskId: string
  /** Unique at the desk, for idempotency. */
  createKey: string
  /** Unique at the desk: lower-case letters, digits and hyphens. */
  shortcut: string
  /** May contain `placeholders` in braces. */
  text: LocalizedText
  createdAt: Date
  updatedAt: Date
}

export const longestShortcut = 30

type SavedReplyAdded =
  | 'added'
  /** A known key with the same content. */
  | 'again'
  /** A known key with other content. */
  | 'conflict'
  /** Another reply of the desk has this shortcut. */
  | 'taken'
  /** The desk has `most` already. */
  | 'full'

/** Every promise resolves after commit and sync. */
export interface SavedReplyStore {
  /** Adds a reply, if the desk has fewer than `most`; a known `createKey` is checked first. */
  add(reply: SavedReply, most: number): Promise<SavedReplyAdded>
  change(
    deskId: string,
    id: string,
    change: Pick<SavedReply, 'shortcut' | 'text' | 'updatedAt'>,
  ): Promise<'changed' | 'taken' | 'unknown'>
  /** False if there is none. */
  remove(deskId: string, id: string): Promise<boolean>
  /** By shortcut, in code point order. */
  list(deskId: string): Promise<SavedReply[]>
}

export function judgeReply(
  there: readonly SavedReply[],
  reply: SavedReply,
  most: number,
): SavedReplyAdded {
  const known = there.find(({ createKey }) => createKey === reply.createKey)
  if (known) return isSameReply(known, reply) ? 'again' : 'conflict'
  if (there.some(({ shortcut }) => shortcut === reply.shortcut)) return 'taken'
  return there.length >= most ? 'full' : 'added'
}

export function judgeReplyChange(
  there: readonly Pick<SavedReply, 'id' | 'shortcut'>[],
  id: string,
  shortcut: string,
): 'changed' | 'taken' | 'unknown' {
  if (!there.some((each) => each.id === id)) return 'unknown'
  return there.some((each) => each.shortcut === shortcut && each.id !== id) ? 'taken' : 'changed'
}

function isSameReply(known: SavedReply, sent: SavedReply): boolean {
  return (
    known.shortcut === sent.shortcut &&
    languages.every((language) => known.text[language] === sent.text[language])
  )
}

interface SavedReplyFilling {
  visitor: string
  owner: string
  ticket?: number
  desk: string
}

/** By their names in a text: in English as in code, in German as people say it. */
const placeholders = {
  visitor: 'visitor',
  firstName: 'firstName',
  owner: 'owner',
  ticket: 'ticket',
  desk: 'desk',
  Name: 'visitor',
  Vorname: 'firstName',
  Absender: 'owner',
  Ticket: 'ticket',
  Tresen: 'desk',
} as const

const placeholder =
  /( ?)\{(visitor|firstName|owner|ticket|desk|Name|Vorname|Absender|Ticket|Tresen)\}/g

/** Fills in names, leaving unknown ones; `neutral` stands for missing ones but the visitor's. */
export function fillSavedReply(
  text: string,
  filling: SavedReplyFilling,
  neutral: Pick<SavedReplyFilling, 'owner' | 'desk'>,
) {
  const [firstName = ''] = filling.visitor.trim().split(/\s+/)
  const names = { ...filling, firstName, ticket: String(filling.ticket ?? '') }
  const others = { ...neutral, visitor: '', firstName: '', ticket: '' }
  return text.replace(placeholder, (_, space: string, called: keyof typeof placeholders) => {
    const name = placeholders[called]
    const word = names[name].trim() || others[name]
    return word && space + word
  })
}

/** Appended after a blank line. */
export function withReplyAtEnd(typed: string, reply: string): string {
  const before = typed.trimEnd()
  return before ? `${before}\n\n${reply}` : reply
}
