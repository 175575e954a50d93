import type { Account, AccountStore } from '../accounts/accounts'
import type { Desk, DeskStore } from '../desks/desks'
import type { Entitlement, EntitlementStore } from '../desks/entitlements'
import type { MailStore, PlanMailKind } from '../outbox/mails'
import { findProduct, type Texts } from '../shop/catalogue'
import type { CatalogueSource } from '../shop/catalogue-store'
import { inEvery } from '../text/languages'

export interface PlanContent {
  kind: PlanMailKind
  account: Account
  desk: Desk
  entitlement: Entitlement
  title: Texts
}

interface Ports {
  accounts: AccountStore
  desks: DeskStore
  entitlements: EntitlementStore
  catalogue: Pick<CatalogueSource, 'read'>
}

/** Milliseconds before the end. */
const noticeMs = 7 * 86_400_000

const pieceSize = 200

/** Queues e-mails for plans that end within a week or ended in the last two days, once each. */
export async function planEndMails(
  { entitlements, mails }: Pick<Ports, 'entitlements'> & { mails: MailStore },
  now: Date,
): Promise<void> {
  const spans: [PlanMailKind, number, number][] = [
    ['plan-ending', 0, noticeMs],
    ['plan-ended', -2 * 86_400_000, 0],
  ]
  for (const [kind, since, until] of spans) {
    let from = new Date(now.getTime() + since)
    const to = new Date(now.getTime() + until)
    for (;;) {
      const found = await entitlements.listEnding(from, to, pieceSize)
      const reasons = found.map(({ id }) => ({
        key: `${kind} ${id}`,
        kind,
        recordId: id,
        dueAt: now,
      }))
      if (reasons.length > 0) await mails.add(reasons, now)
      const last = found.at(-1)
      if (!last || found.length < pieceSize) break
      from = last.until
    }
  }
}

/** Undefined if it continues, or its owner cannot be written to. */
export async function readPlanContent(
  { accounts, desks, entitlements, catalogue }: Ports,
  kind: PlanMailKind,
  id: string,
  now: Date,
): Promise<PlanContent | undefined> {
  const entitlement = await entitlements.find(id)
  if (!entitlement) return undefined
  const { deskId, productId } = entitlement
  const desk = await desks.findById(deskId)
  const account = desk && (await accounts.find(desk.ownerUid))
  if (!desk || !account?.emailVerified) return undefined
  const later = await entitlements.listEffective(deskId, now)
  const goesOn = later.some(
    (other) => other.productId === productId && other.until > entitlement.until,
  )
  if (goesOn) return undefined
  const sold = findProduct(await catalogue.read(now), productId)
  const title = sold?.title ?? inEvery(() => productId)
  return { kind, account, desk, entitlement, title }
}
