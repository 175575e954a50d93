import type { Member } from '../desks/members'
import type { StoredFile } from '../files/files'
import type { Appended } from '../tickets/tickets'
import type { Envelope, ReadLetter } from './letters'
import type { People } from './people'
import type { Recipient } from './recipients'

/**
 * taken: committed, now or before · unknown: no such address · later: over a limit, or a fault · full: the
 * desk has no room for its files. After the last two, the sender should try again.
 */
export type Outcome = 'taken' | 'unknown' | 'later' | 'full'

/** An e-mail as it came. */
export interface Received {
  envelope: Envelope
  /** Undefined where it could not be read. */
  letter?: ReadLetter
  stored: StoredFile
  /** The stored originals that messages have. */
  kept: Set<string>
}

/** An e-mail that is new to a recipient. */
export interface Delivery extends Received, Recipient, People {
  /** Of `MessageMail`. */
  key: string
}

/** An e-mail that becomes a message: of `ticket`, where there is one that it may be added to. */
export interface Arrival extends Delivery {
  /** The member who sent it on. `letter` is then the one inside. */
  forwarder?: Member
  automatic: boolean
  /** Its sender is not the visitor of `ticket`, but was in copy of their e-mails. */
  byCopy: boolean
}

/**
 * Another e-mail with its Message-ID may have been committed meanwhile: next time this one gets a key of its
 * own. Or its ticket was erased.
 */
export function outcomeOf({ kind }: Pick<Appended, 'kind'>): Outcome {
  return kind === 'added' || kind === 'again' ? 'taken' : 'later'
}
