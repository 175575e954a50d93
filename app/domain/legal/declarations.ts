import type { DeclarationMailKind, NewRecordMail } from '../outbox/mails'
import { newId } from '../text/ids'
import type { Language } from '../text/languages'

/**
 * What a customer declares: that they withdraw from a contract (§ 356a BGB), or that they end one that
 * runs on (§ 312k BGB), at its next end or at once for an important reason.
 */
export type Matter =
  | { kind: 'withdrawal' }
  | { kind: 'termination'; cause: 'ordinary' }
  | { kind: 'termination'; cause: 'important'; reason: string }

/** What the customer's form says. Whether there is such a contract is for people to find out. */
export interface Declared {
  matter: Matter
  name: string
  email: string
  /** The contract, as the customer names it: an order's number or what it is about. */
  contract: string
  /** When it shall end, as the customer wrote it; empty for as soon as possible, or what has no end. */
  endsOn: string
}

/** A declaration as it was received. It is never changed. */
export interface Declaration extends Declared {
  id: string
  /** The hash of the form's key: declaring twice is declaring once. */
  key: string
  language: Language
  /** The ticket at the site's desk by which its operator sees it, if there was a desk. */
  ticket?: { deskId: string; number: number }
  /** Whether the receipt goes out by mail; without it, it is on the page alone. */
  mailed: boolean
  receivedAt: Date
}

export type Taken =
  /** Committed now, with the receipt in the outbox. */
  | { kind: 'taken'; declaration: Declaration }
  /** This key was here before, with the same content: as it was taken then. */
  | { kind: 'again'; declaration: Declaration }
  /** This key was here before, with other content. Nothing was changed. */
  | { kind: 'conflict' }

interface Ports {
  declarations: DeclarationStore
}

/**
 * Takes a declaration, once for each key however often it is sent. Its customer is sent a receipt at
 * once; `copy` says that the operator is written to as well.
 */
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

/** Declarations. What a promise of this port resolves with is committed and synced. */
export interface DeclarationStore {
  /** Takes a declaration, once for each key, with its mails in one commit. */
  take(declaration: Declaration, mails: NewRecordMail[]): Promise<Taken>
  find(id: string): Promise<Declaration | undefined>
}

/** Whether two declarations with one key say the same. */
export function declaresSame(one: Declared, other: Declared): boolean {
  return contentOf(one) === contentOf(other)
}

function contentOf({ matter, name, email, contract, endsOn }: Declared): string {
  const reason = 'reason' in matter ? matter.reason : ''
  const cause = 'cause' in matter ? matter.cause : ''
  return JSON.stringify([matter.kind, cause, reason, name, email, contract, endsOn])
}
