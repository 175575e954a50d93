import type { DeclarationMailKind, NewRecordMail } from '../outbox/mails'
import { newId } from '../text/ids'
import type { Language } from '../text/languages'

/** Withdrawal (§ 356a BGB), or ordinary or immediate termination (§ 312k BGB). */
export type Matter =
  | { kind: 'withdrawal' }
  | { kind: 'termination'; cause: 'ordinary' }
  | { kind: 'termination'; cause: 'important'; reason: string }

/** As typed; people check whether the contract exists. */
export interface Declared {
  matter: Matter
  name: string
  email: string
  /** An order's number, or a description. */
  contract: string
  /** As typed; empty for the earliest date, or for a withdrawal. */
  endsOn: string
}

export interface Declaration extends Declared {
  id: string
  /** The form key's hash, for idempotency. */
  key: string
  language: Language
  ticket?: { deskId: string; number: number }
  mailed: boolean
  receivedAt: Date
}

export type Taken =
  | { kind: 'taken'; declaration: Declaration }
  /** A known key with the same content. */
  | { kind: 'again'; declaration: Declaration }
  /** A known key with other content; nothing changed. */
  | { kind: 'conflict' }

interface Ports {
  declarations: DeclarationStore
}

/** Stores a declaration once per key and queues the receipt; `copy` also notifies the operator. */
export function takeDeclaration(
  { declarations }: Ports,
  declared: Omit<Declaration, 'id' | 'receivedAt'>,
  copy: boolean,
  now: Date,
): Promise<Taken> {
  const declaration = { ...declared, id: newId(now), receivedAt: now }
  const mail = (kind: DeclarationMailKind): NewRecordMail => {
    return { key: `${kind} ${declaration.id}`, kind, recordId: declaration.id, dueAt: now }
  }
  const mails = [
    ...(declaration.mailed ? [mail('declaration-received')] : []),
    ...(copy ? [mail('declaration-copy')] : []),
  ]
  return declarations.take(declaration, mails)
}

/** Every promise resolves after commit and sync. */
export interface DeclarationStore {
  /** Once per key, with its e-mails in one commit. */
  take(declaration: Declaration, mails: NewRecordMail[]): Promise<Taken>
  /** By the form key's hash. */
  has(key: string): Promise<boolean>
  find(id: string): Promise<Declaration | undefined>
}

export function declaresSame(one: Declared, other: Declared): boolean {
  return contentOf(one) === contentOf(other)
}

function contentOf({ matter, name, email, contract, endsOn }: Declared): string {
  const reason = 'reason' in matter ? matter.reason : ''
  const cause = 'cause' in matter ? matter.cause : ''
  return JSON.stringify([matter.kind, cause, reason, name, email, contract, endsOn])
}
