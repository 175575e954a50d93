import { type Envelope, longestReading } from '../../domain/mail-in/letters'
import type { Answer, Question, Resolve } from './protocol'
import { createThread } from './worker.server'

type Proof = Extract<Answer, { kind: 'proof' }>

interface Waiting {
  settle(proof: Proof): void
  fail(error: Error): void
  late: NodeJS.Timeout
}

/**
 * Asks whose e-mails are, in a worker thread: many at once, so that a domain whose DNS is slow holds up
 * its own alone. How many there are is up to the doors.
 */
export function createProver(resolve: Resolve) {
  const waiting = new Map<number, Waiting>()
  let count = 0
  const thread = createThread(hear, () => {
    for (const { fail, late } of waiting.values()) {
      clearTimeout(late)
      fail(new Error('The proof of an e-mail broke off'))
    }
    waiting.clear()
  })

  function hear(answer: Answer, say: (question: Question) => void) {
    if (answer.kind === 'dns') {
      const { id, name, type } = answer
      resolve(name, type).then(
        (records) => say({ kind: 'records', id, records }),
        (error) => say({ kind: 'records', id, code: String(error.code ?? 'ESERVFAIL') }),
      )
    } else if (answer.kind === 'proof') {
      const asked = waiting.get(answer.id)
      waiting.delete(answer.id)
      clearTimeout(asked?.late)
      asked?.settle(answer)
    }
  }

  return {
    /** Takes `raw` over and brings it back. Rejects where the worker dies or takes too long. */
    prove(raw: ArrayBuffer, envelope: Envelope): Promise<Proof> {
      count += 1
      const id = count
      return new Promise((settle, fail) => {
        const late = setTimeout(() => thread.end(), longestReading * 1_000)
        waiting.set(id, { settle, fail, late })
        thread.ask({ kind: 'prove', id, raw, envelope }, [raw]).catch(fail)
      })
    },
    close: () => thread.end(),
  }
}
