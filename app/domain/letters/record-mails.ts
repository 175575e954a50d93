import type { AccountStore } from '../accounts/accounts'
import type { DeskStore } from '../desks/desks'
import type { EntitlementStore } from '../desks/entitlements'
import type { Declaration, DeclarationStore } from '../legal/declarations'
import type {
  DeclarationMailKind,
  OrderNewsKind,
  RecordMail,
  RecordMailKind,
} from '../outbox/mails'
import type { CatalogueSource } from '../shop/catalogue-store'
import { type OrderOccasion, readOrderOccasion } from '../shop/order-mails'
import type { OrderStore } from '../shop/order-store'
import {
  type FeedbackMailPorts,
  type FeedbackOccasion,
  readFeedbackOccasion,
} from './feedback-mails'
import { type PlanOccasion, readPlanOccasion } from './plan-mails'

export interface DeclarationOccasion {
  kind: DeclarationMailKind
  declaration: Declaration
}

export type RecordOccasion = OrderOccasion | DeclarationOccasion | FeedbackOccasion | PlanOccasion

export interface RecordPorts extends FeedbackMailPorts {
  accounts: AccountStore
  catalogue: Pick<CatalogueSource, 'read'>
  desks: DeskStore
  entitlements: EntitlementStore
  orders: OrderStore
  declarations: DeclarationStore
}

/** Undefined if there is nothing to tell any more. */
export async function readRecordOccasion(
  ports: RecordPorts,
  mail: RecordMail & { kind: Exclude<RecordMailKind, OrderNewsKind> },
  now: Date,
): Promise<RecordOccasion | undefined> {
  const { kind, recordId } = mail
  switch (kind) {
    case 'feedback-given':
      return readFeedbackOccasion(ports, mail)
    case 'declaration-received':
    case 'declaration-copy': {
      const declaration = await ports.declarations.find(recordId)
      return declaration && { kind, declaration }
    }
    case 'plan-ending':
    case 'plan-ended':
      return readPlanOccasion(ports, kind, recordId, now)
    default:
      return readOrderOccasion(ports, { ...mail, kind })
  }
}
