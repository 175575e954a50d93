import type { Firestore, Transaction } from 'firebase-admin/firestore'
import { mostTries, StoreUnavailable } from '../../../domain/stores'
import { asUnavailable } from './failures'
import { NewerGeneration } from './generation.server'

/** Milliseconds until a call counts as failed; it may still be written. */
export const callTimeoutMs = 20_000

/** Retries of the client in a row. After these its pauses grow to a minute, too long to wait for. */
const inARow = 5

/** Retries a commit that conflicts with others, at most `mostTries` times and within the caller's timeout. */
export async function runTransaction<Result>(
  firestore: Firestore,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const until = performance.now() + callTimeoutMs
  let tries = 0
  const counted = (transaction: Transaction) => {
    tries += 1
    return work(transaction)
  }
  for (;;) {
    try {
      return await firestore.runTransaction(counted, { maxAttempts: inARow })
    } catch (error) {
      const mayPass =
        asUnavailable(error) instanceof StoreUnavailable && !(error instanceof NewerGeneration)
      if (!mayPass || tries >= mostTries || performance.now() > until) throw error
    }
  }
}
