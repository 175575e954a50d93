import { StoreSilent, StoreUnavailable } from '../../../domain/stores'
import { NewerGeneration } from './generation.server'

/**
 * Temporary failures, by gRPC code; Firestore's client tries a commit again after each but PERMISSION_DENIED.
 * Source: grpc.github.io/grpc/core/md_doc_statuscodes.html.
 */
const unavailable = new Map([
  [1, 'CANCELLED'],
  [2, 'UNKNOWN'],
  [4, 'DEADLINE_EXCEEDED'],
  [7, 'PERMISSION_DENIED'],
  [8, 'RESOURCE_EXHAUSTED'],
  [10, 'ABORTED'],
  [13, 'INTERNAL'],
  [14, 'UNAVAILABLE'],
  [16, 'UNAUTHENTICATED'],
])

/**
 * INVALID_ARGUMENT in the service's words and in the emulator's: the transaction was ended, as those are
 * that wait too long for others, and something in it was asked once more.
 */
const ended = /transaction has expired|transaction is invalid or (closed|expired)/i

/** Temporary errors as StoreUnavailable, others unchanged. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof NewerGeneration) return new StoreUnavailable('NEWER_GENERATION', error)
  const code = codeOf(error)
  const isEnded = code === 3 && ended.test((error as Error).message)
  const name = isEnded ? 'ABORTED' : unavailable.get(code ?? 0)
  if (name === 'DEADLINE_EXCEEDED') return new StoreSilent(error)
  return name === undefined ? error : new StoreUnavailable(name, error)
}

export function codeOf(error: unknown): number | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'number' ? code : undefined
}
