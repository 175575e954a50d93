import type { LocalizedText } from '../text/languages'

/** A text that the owner sends often, put into an answer by its shortcut. */
export interface SavedReply {
  id: string
  deskId: string
  /** The key of the form that made it, unique at the desk: adding twice is adding once. */
  createKey: string
  /** Unique at the desk: small letters, digits and hyphens. */
  shortcut: string
  /** In one language or both, with `{visitor}`, `{owner}`, `{ticket}` and `{desk}` to be filled in. */
  text: LocalizedText
  createdAt: Date
  updatedAt: Date
}

export const longestShortcut = 30

export type SavedReplyAdded =
  /** Committed now. */
  | 'added'
  /** This key was here before, with the same shortcut and texts. */
  | 'again'
  /** This key was here before, with others. */
  | 'conflict'
  /** Another reply of the desk has this shortcut. */
  | 'taken'
  /** The desk has as many as it may have. */
  | 'full'

/** Saved replies by their desk. What a promise of this port resolves with is committed and synced. */
export interface SavedReplyStore {
  /** Takes a reply, if the desk has fewer than `most`; a known `createKey` is answered first. */
  add(reply: SavedReply, most: number): Promise<SavedReplyAdded>
  /** Gives the desk's reply another shortcut and other texts. */
  change(
    deskId: string,
    id: string,
    change: Pick<SavedReply, 'shortcut' | 'text' | 'updatedAt'>,
  ): Promise<'changed' | 'taken' | 'unknown'>
  /** Takes the desk's reply away; false if there is none. */
  remove(deskId: string, id: string): Promise<boolean>
  /** All of the desk's replies by their shortcuts, in the order of their code points. */
  list(deskId: string): Promise<SavedReply[]>
}

/** What a saved reply may speak of. An empty name is filled with a neutral word. */
export interface SavedReplyFilling {
  visitor: string
  owner: string
  /** The ticket's number. */
  ticket: number
  desk: string
}

/**
 * The text with its names filled in; what is no name of ours stays as it is. `neutral` is said for those
 * who gave no name, so that "Hello {visitor}," still reads well.
 */
export function fillSavedReply(
  text: string,
  filling: SavedReplyFilling,
  neutral: Omit<SavedReplyFilling, 'ticket'>,
) {
  return text.replace(/\{(visitor|owner|ticket|desk)\}/g, (_, name: keyof SavedReplyFilling) =>
    name === 'ticket' ? String(filling.ticket) : filling[name].trim() || neutral[name],
  )
}

/** A typed text with another put at its end, set apart by a blank line. */
export function withReplyAtEnd(typed: string, reply: string): string {
  const before = typed.trimEnd()
  return before ? `${before}\n\n${reply}` : reply
}
