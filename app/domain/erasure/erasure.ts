import type { OwnAccount } from '../accounts/own-account'
import type { Tokens } from '../accounts/sessions'
import { IdentityError, type SigningIn } from '../identity/identity'
import { proofHolds } from '../identity/proofs'
import { isExpired, refreshBackoff, sessionFate } from '../identity/tokens'
import type { LiveBus } from '../live/live'
import { type Mailer, siteLetters } from '../outbox/mailer'
import type { TicketScope } from '../tickets/scopes'
import type { Ticket } from '../tickets/tickets'

/** Ids only: enough to end listeners and to remove files. */
export type ErasedTicket = Pick<Ticket, 'id' | 'deskId' | 'number'>

export interface HiddenAccount {
  /** Of a desk beyond the first that goes with an account: `furtherDesk`. */
  uid: string
  /** Without another manager, so that it goes with the account. */
  deskId?: string
  /** Sealed; undefined once the account is gone from the identity service. */
  sealedTokens?: string
  askedAt: Date
  tries: number
  /** Whether the store has more of it than this record. */
  hasData: boolean
}

/**
 * Erasing in two steps: hiding in one small commit, after which no page, list, number, link or
 * session leads there; then `eraseStep` erases it with its `belongings` in bounded commits, which
 * survive a crash. Each hiding also notes a purge of the store's files for the next night.
 */
export interface ErasureStore {
  /** Also hides tickets merged into it, listed after it. Follow-ups stay. */
  hideTicket(scope: TicketScope, now: Date): Promise<ErasedTicket[]>
  /** Of any state, last changed before `before`, not snoozed beyond it, oldest first. */
  hideOldTickets(deskId: string, before: Date, limit: number, now: Date): Promise<ErasedTicket[]>
  /**
   * With sessions, orders, its identity where the stores keep it, and the desks where it is the only
   * manager; it leaves the others. Returns
   * what ends its listeners. Idempotent. Rejects with `OtherDesks` and hides nothing if `desks` are
   * given and not those that would go.
   */
  hideAccount(
    uid: string,
    sealedTokens: string,
    now: Date,
    desks?: readonly string[],
  ): Promise<{ sessionIds: string[]; deskIds: string[] }>
  isHidden(uid: string): Promise<boolean>
  /** Erases about `rows` hidden records in one commit; returns whether there are more. */
  eraseStep(rows: number): Promise<boolean>
  dueAccounts(now: Date, limit: number): Promise<HiddenAccount[]>
  /** Without a time, the deletion waits for a sign-in. */
  postpone(
    uid: string,
    change: Pick<HiddenAccount, 'sealedTokens' | 'tries'> & { dueAt: Date | undefined },
  ): Promise<void>
  finish(uid: string): Promise<void>
  /** The latest noted purge up to `now`; undefined if none is due. */
  duePurge(now: Date): Promise<Date | undefined>
  purged(due: Date): Promise<void>
}

/** Other desks than those that were shown would go with an account. */
export class OtherDesks extends Error {
  constructor() {
    super('Other desks would be erased than those named')
    this.name = 'OtherDesks'
  }
}

/** Throws `OtherDesks` unless the desks that go are those named, in any order, or none were named. */
export function demandSameDesks(
  going: readonly string[],
  named: readonly string[] | undefined,
): void {
  if (!named) return
  const isSame = going.length === named.length && going.every((id) => named.includes(id))
  if (!isSame) throw new OtherDesks()
}

/** The name of the record by which a further desk is erased: no account has it, since uids have no spaces. */
export function furtherDesk(uid: string, deskId: string): string {
  return `${uid} ${deskId}`
}

/** The next 02:00 UTC, when few write. */
export function nextPurge(now: Date): Date {
  const hour = 3_600_000
  const day = 24 * hour
  return new Date((Math.floor((now.getTime() - 2 * hour) / day) + 1) * day + 2 * hour)
}

/**
 * Ends every listener and removes the account's letters that are kept as files; jobs do the rest, the last step with
 * the tokens. `desks` are those of which
 * the account was told that they go, if it was told. Returns those that go; throws `OtherDesks`, with
 * nothing erased, if they are not the ones any more.
 */
export async function eraseAccount(
  { erasure, live, mailer }: { erasure: ErasureStore; live: LiveBus; mailer: Mailer },
  { uid, sealedTokens, desks }: { uid: string; sealedTokens: string; desks?: readonly string[] },
  now: Date,
): Promise<string[]> {
  const { sessionIds, deskIds } = await erasure.hideAccount(uid, sealedTokens, now, desks)
  for (const idHash of sessionIds) live.publish(`session:${idHash}`, { kind: 'session-ended' })
  for (const deskId of deskIds) live.publish(`counter:${deskId}`, { kind: 'desk-erased' })
  await mailer.forget(siteLetters, [uid])
  return deskIds
}

type Identity = Pick<SigningIn & OwnAccount, 'refresh' | 'deleteAccount'>

const accountsAtOnce = 20

/** Milliseconds after which the identity service might reject the proof as too old. */
const proofAges = proofHolds - 60_000

interface IdentityRun {
  clock(): Date
  goOn(): Promise<boolean>
  /** Throws if the seal does not open. */
  open(sealedTokens: string, uid: string): Tokens
  /** For an account that can be deleted only after its owner signs in again. */
  onStuck(uid: string, error: unknown): void
}

/**
 * Deletes hidden accounts at the identity service, last, unless the proof would grow too old.
 * Retries a service that is down; where the tokens are void, waits for the owner's next sign-in.
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
      // A sign-in proved just before may still be on its way, and would make the account again.
      const dueAt = new Date(run.clock().getTime() + proofHolds)
      await erasure.postpone(uid, { sealedTokens: undefined, tries: 0, dueAt })
      continue
    }
    if (deskId) await mailer.forget(deskId)
    await mailer.forget(siteLetters, [uid])
    await erasure.finish(uid)
  }
}

/** Returns why the account is still there; undefined if it is not. */
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
    // One code means either a missing account or void tokens.
    if (error.detail.includes('USER_NOT_FOUND')) return undefined
    const owners =
      error.code === 'requires-recent-login' || sessionFate(error.code, 'fresh-token') === 'end'
    return { kind: owners ? 'stuck' : 'down', error }
  }
}
