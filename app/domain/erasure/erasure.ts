import type { OwnAccount } from '../accounts/own-account'
import type { Tokens } from '../accounts/sessions'
import { IdentityError, type SigningIn } from '../identity/identity'
import { proofHolds } from '../identity/proofs'
import { isExpired, refreshBackoff, sessionFate } from '../identity/tokens'
import type { LiveBus } from '../live/live'
import type { Mailer } from '../outbox/mailer'
import type { Ticket, TicketScope } from '../tickets/tickets'

/** What an erasure took away, in ids only: enough to end who listens and to remove files. */
export type ErasedTicket = Pick<Ticket, 'id' | 'deskId' | 'number'>

/** An account that nobody can reach any more and that is not yet gone everywhere. */
export interface HiddenAccount {
  uid: string
  deskId?: string
  /** The identity service's tokens, sealed; undefined once the account is gone there. */
  sealedTokens?: string
  askedAt: Date
  /** How often the identity service could not be asked to delete it. */
  tries: number
  /** Whether there is anything of it left in the store besides this record. */
  hasData: boolean
}

/**
 * Erasing in two steps. What is to go is hidden in one small commit: from then on no page, list,
 * number, link or session leads to it. Then it goes with its `belongings`, in commits of bounded
 * size, whenever `eraseStep` is called; a process that dies leaves nothing that the next one does
 * not go on with. Each hiding also notes that the store's files are to be rid of its traces, in the next night.
 */
export interface ErasureStore {
  /**
   * Hides the ticket and the tickets that were merged into it. Returns all of them, the ticket first;
   * nothing if there is none. Tickets that continue it stay, and continue nothing.
   */
  hideTicket(scope: TicketScope, now: Date): Promise<ErasedTicket[]>
  /**
   * Hides as many of the desk's tickets, whatever their state, that were last changed before
   * `before` and are not snoozed beyond it, the longest unchanged first.
   */
  hideOldTickets(deskId: string, before: Date, limit: number, now: Date): Promise<ErasedTicket[]>
  /**
   * Hides the account with its desk, its sessions and its orders; of these the law keeps some
   * records, which nobody reaches. Returns what listens to it may be told by. Hiding it again changes
   * nothing.
   */
  hideAccount(
    uid: string,
    sealedTokens: string,
    now: Date,
  ): Promise<{ sessionIds: string[]; deskId?: string }>
  /** Whether the account is hidden and not gone yet. */
  isHidden(uid: string): Promise<boolean>
  /** Erases about so many records of what is hidden, in one commit. Returns whether there are more. */
  eraseStep(rows: number): Promise<boolean>
  /** Hidden accounts whose turn it is at `now`, at most `limit`. */
  dueAccounts(now: Date, limit: number): Promise<HiddenAccount[]>
  /** Notes with which tokens and when a hidden account's turn is again; without a time, at a sign-in. */
  postpone(
    uid: string,
    change: Pick<HiddenAccount, 'sealedTokens' | 'tries'> & { dueAt: Date | undefined },
  ): Promise<void>
  /** Removes the last record of a hidden account. */
  finish(uid: string): Promise<void>
  /** The latest time up to `now` for which a purge was noted; undefined if none is due. */
  duePurge(now: Date): Promise<Date | undefined>
  /** Notes that the files were purged of what was erased for purges up to this one. */
  purged(due: Date): Promise<void>
}

/** When the files are purged of what was erased at `now`: at the next two o'clock UTC, when few write. */
export function nextPurge(now: Date): Date {
  const hour = 3_600_000
  const day = 24 * hour
  return new Date((Math.floor((now.getTime() - 2 * hour) / day) + 1) * day + 2 * hour)
}

/**
 * Takes an account with all that is its own away from everybody at once, and ends every line that
 * listens to any of it. The rest is the server's to do by itself; the tokens are for its last step.
 */
export async function eraseAccount(
  { erasure, live }: { erasure: ErasureStore; live: LiveBus },
  uid: string,
  sealedTokens: string,
  now: Date,
): Promise<void> {
  const { sessionIds, deskId } = await erasure.hideAccount(uid, sealedTokens, now)
  for (const idHash of sessionIds) live.publish(`session:${idHash}`, { kind: 'session-ended' })
  if (deskId) live.publish(`counter:${deskId}`, { kind: 'desk-erased' })
}

type Identity = Pick<SigningIn & OwnAccount, 'refresh' | 'deleteAccount'>

/** How many hidden accounts are looked at in one run. */
const accountsAtOnce = 20

/** Milliseconds after which the identity service might find the owner's proof too old. */
const proofAges = proofHolds - 60_000

export interface IdentityRun {
  clock(): Date
  /** Asked before each account. */
  goOn(): Promise<boolean>
  /** Opens the tokens that were sealed for this account. Throws if it cannot. */
  open(sealedTokens: string, uid: string): Tokens
  /** Told of an account that the service deletes only once its owner signs in again. */
  onStuck(uid: string, error: unknown): void
}

/**
 * Deletes hidden accounts at the identity service. That comes last, once nothing else is left, unless
 * the proof would grow too old by then. A service that is down is asked again later; where it no
 * longer believes the tokens, the account waits for its owner's next sign-in, which brings new ones.
 */
export async function deleteIdentities(
  { erasure, identity, mailer }: { erasure: ErasureStore; identity: Identity; mailer: Mailer },
  run: IdentityRun,
): Promise<void> {
  for (const account of await erasure.dueAccounts(run.clock(), accountsAtOnce)) {
    const { uid, deskId, sealedTokens, askedAt, tries, hasData } = account
    if (!(await run.goOn())) return
    const age = run.clock().getTime() - askedAt.getTime()
    if (hasData && (sealedTokens === undefined || age < proofAges)) continue
    if (sealedTokens !== undefined) {
      const failure = await deleteIdentity(identity, run, uid, sealedTokens)
      if (failure?.kind === 'down') {
        const dueAt = new Date(run.clock().getTime() + refreshBackoff(tries + 1))
        await erasure.postpone(uid, { sealedTokens, tries: tries + 1, dueAt })
        continue
      }
      if (failure) {
        run.onStuck(uid, failure.error)
        await erasure.postpone(uid, { sealedTokens, tries, dueAt: undefined })
        continue
      }
      await erasure.postpone(uid, { sealedTokens: undefined, tries: 0, dueAt: run.clock() })
      if (hasData) continue
    }
    if (deskId) await mailer.forget(deskId)
    await erasure.finish(uid)
  }
}

/** Returns why an account is still at the service; undefined if it is not. */
async function deleteIdentity(
  identity: Identity,
  { clock, open }: IdentityRun,
  uid: string,
  sealedTokens: string,
): Promise<{ kind: 'down' | 'stuck'; error: unknown } | undefined> {
  try {
    const kept = open(sealedTokens, uid)
    const { idToken } = isExpired(kept.expiresAt, clock())
      ? (await identity.refresh(kept.refreshToken, clock())).tokens
      : kept
    await identity.deleteAccount(idToken)
    return undefined
  } catch (error) {
    if (!(error instanceof IdentityError)) return { kind: 'stuck', error }
    // The service has one code for an account that is gone and for tokens that are void.
    if (error.detail.includes('USER_NOT_FOUND')) return undefined
    const owners =
      error.code === 'requires-recent-login' || sessionFate(error.code, 'fresh-token') === 'end'
    return { kind: owners ? 'stuck' : 'down', error }
  }
}
