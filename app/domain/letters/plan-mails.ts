import type { Account, AccountStore } from '../accounts/accounts'
import type { Desk, DeskStore } from '../desks/desks'
import type { Entitlement, EntitlementStore } from '../desks/entitlements'
import type { MemberStore } from '../desks/members'
import type { MailStore, PlanMailKind, RecordMail } from '../outbox/mails'
import { findProduct, type Texts } from '../shop/catalogue'
import type { CatalogueSource } from '../shop/catalogue-store'
import { freePlanOf } from '../shop/plans'
import { filledIn, inEvery } from '../text/languages'
import { findManager, toManagers } from './recipients'

export interface PlanContent {
  kind: PlanMailKind
  account: Account
  desk: Desk
  entitlement: Entitlement
  title: Texts
  /** Of the plan that a desk without another has. */
  free?: Texts
}

interface Ports {
  accounts: AccountStore
  desks: DeskStore
  members: MemberStore
  entitlements: EntitlementStore
  catalogue: Pick<CatalogueSource, 'readWritten'>
}

/** Milliseconds before the end. */
const noticeMs = 7 * 86_400_000

const pieceSize = 200

/** Queues e-mails to managers for plans that end within a week or ended in the last two days, once each. */
export async function planEndMails(
  ports: Pick<Ports, 'entitlements' | 'members'> & { mails: MailStore },
  now: Date,
): Promise<void> {
  const { entitlements, mails } = ports
  const spans: [PlanMailKind, number, number][] = [
    ['plan-ending', 0, noticeMs],
    ['plan-ended', -2 * 86_400_000, 0],
  ]
  for (const [kind, since, until] of spans) {
    const from = new Date(now.getTime() + since)
    const to = new Date(now.getTime() + until)
    let last: Entitlement | undefined
    do {
      const found = await entitlements.listEnding(from, to, pieceSize, last)
      const all = found.map(({ id, deskId }) =>
        toManagers(ports, deskId, { key: `${kind} ${id}`, kind, recordId: id, dueAt: now }),
      )
      const reasons = (await Promise.all(all)).flat()
      if (reasons.length > 0) await mails.add(reasons, now)
      last = found.length === pieceSize ? found.at(-1) : undefined
    } while (last)
  }
}

/** Undefined if it continues, or this manager cannot be written to. */
export async function readPlanContent(
  { accounts, desks, members, entitlements, catalogue }: Ports,
  { kind, recordId: id, reader }: Pick<RecordMail, 'recordId' | 'reader'> & { kind: PlanMailKind },
  now: Date,
): Promise<PlanContent | undefined> {
  const entitlement = await entitlements.find(id)
  if (!entitlement) return undefined
  const { deskId, productId } = entitlement
  const desk = await desks.findById(deskId)
  const account = desk && (await findManager({ accounts, members }, deskId, reader))
  if (!desk || !account) return undefined
  const later = await entitlements.listEffective(deskId, now)
  const goesOn = later.some(
    (other) => other.productId === productId && other.until > entitlement.until,
  )
  if (goesOn) return undefined
  // Also of one that is offered no more.
  const written = await catalogue.readWritten(now)
  const sold = findProduct(written, productId)
  const title = sold ? filledIn(sold.title) : inEvery(() => productId)
  const free = freePlanOf(written)
  return { kind, account, desk, entitlement, title, free: free && filledIn(free.title) }
}
