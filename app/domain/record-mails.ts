import type { Declaration, DeclarationStore } from './declarations'
import {
  type FeedbackMailPorts,
  type FeedbackOccasion,
  readFeedbackOccasion,
} from './feedback-mails'
import type { DeclarationMailKind, RecordMail } from './mails'
import { type OrderOccasion, readOrderOccasion } from './order-mails'
import type { OrderStore } from './orders'

/** What a mail about a customer's declaration tells. */
export interface DeclarationOccasion {
  kind: DeclarationMailKind
  declaration: Declaration
}

export type RecordOccasion = OrderOccasion | DeclarationOccasion | FeedbackOccasion

export interface RecordPorts extends FeedbackMailPorts {
  orders: OrderStore
  declarations: DeclarationStore
}

/** What the mail's record is now; undefined if there is nothing to tell any more. */
export async function readRecordOccasion(
  ports: RecordPorts,
  mail: RecordMail,
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
    default:
      return readOrderOccasion(ports, { kind, recordId })
  }
}
