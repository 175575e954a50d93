/** The words of an answer or a note for who took it back, until they write or the ticket is put away. */
export interface TakenBack {
  /** The message's `clientKey`. */
  key: string
  byUid: string
  body: string
  /** Ids of its files, which are held again. */
  files: string[]
  copies: string[]
  /** Whom it was to go to. */
  to: string
  isNote?: true
}
