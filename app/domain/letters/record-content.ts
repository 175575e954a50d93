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
import { type OrderContent, readOrderContent } from '../shop/order-mails'
import type { OrderStore } from '../shop/order-store'
import { type AccountContent, type AccountMailPorts, readAccountContent } from './account-mails'
import { type FeedbackContent, type FeedbackMailPorts, readFeedbackContent } from './feedback-mails'
import {
  type InvitationContent,
  type InvitationMailPorts,
  readInvitationContent,
} from './invitation-mails'
import { type OutageContent, type OutagePorts, readOutageContent } from './outage-mails'
import { type PlanContent, readPlanContent } from './plan-mails'

export interface DeclarationContent {
  kind: DeclarationMailKind
  declaration: Declaration
}

export type RecordContent =
  | OrderContent
  | DeclarationContent
  | FeedbackContent
  | PlanContent
  | OutageContent
  | InvitationContent
  | AccountContent

export interface RecordPorts
  extends FeedbackMailPorts,
    OutagePorts,
    InvitationMailPorts,
    AccountMailPorts {
  accounts: AccountStore
  catalogue: Pick<CatalogueSource, 'readWritten'>
  desks: DeskStore
  entitlements: EntitlementStore
  orders: OrderStore
  declarations: DeclarationStore
}

/** Undefined if there is nothing to tell any more. */
export async function readRecordContent(
  ports: RecordPorts,
  mail: RecordMail & { kind: Exclude<RecordMailKind, OrderNewsKind> },
  now: Date,
): Promise<RecordContent | undefined> {
  const { kind, recordId } = mail
  switch (kind) {
    case 'feedback-given':
      return readFeedbackContent(ports, mail)
    case 'declaration-received':
    case 'declaration-copy': {
      const declaration = await ports.declarations.find(recordId)
      return declaration && { kind, declaration }
    }
    case 'plan-ending':
    case 'plan-ended':
      return readPlanContent(ports, { ...mail, kind }, now)
    case 'invitation':
      return readInvitationContent(ports, kind, recordId, now)
    case 'account-link':
    case 'account-password':
    case 'second-factor-on':
    case 'second-factor-codes':
    case 'second-factor-off':
    case 'recovery-code-used':
    case 'provider-linked':
    case 'provider-unlinked':
    case 'passkey-added':
    case 'passkey-removed':
      return readAccountContent(ports, { ...mail, kind }, now)
    case 'mailbox-outage':
      return readOutageContent(ports, { ...mail, kind }, now)
    default:
      return readOrderContent(ports, { ...mail, kind })
  }
}
