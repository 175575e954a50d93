import { promises as dns } from 'node:dns'
import PQueue from 'p-queue'
import {
  type Envelope,
  type LetterReader,
  longestReading,
  type ReadLetter,
} from '../../domain/mail-in/letters'
import type { Answer, Resolve } from './protocol'
import { createProver } from './prover.server'
import { createViewer } from './viewer.server'
import { createThread } from './worker.server'

const byDns: Resolve = (name, type) => dns.resolve(name, type)

/**
 * Reads in a worker thread, one e-mail at a time, so that hostile ones hold neither the event loop nor
 * the memory, and nobody waits behind the crowd of another subnet. Whose they are is asked in another
 * thread before, for many at once. The workers start with the first; one that takes too long or dies is
 * replaced.
 */
export function createLetterReader(resolve: Resolve = byDns): LetterReader {
  const prover = createProver(resolve)
  const viewer = createViewer()
  const queue = new PQueue({ concurrency: 1 })
  const waiting = new Map<string, number>()
  let answer: (letter?: ReadLetter) => void = () => undefined
  const thread = createThread(
    (heard: Answer) => {
      if (heard.kind === 'read') answer(heard.letter)
    },
    () => answer(),
  )

  /** Undefined also where the worker died or took too long. */
  async function readNext(
    raw: ArrayBuffer,
    envelope: Envelope,
    provenFrom: string | undefined,
    took: (seconds: number) => void,
  ): Promise<ReadLetter | undefined> {
    const late = setTimeout(() => thread.end(), longestReading * 1_000)
    const began = performance.now()
    try {
      return await new Promise((settle, fail) => {
        answer = settle
        thread.ask({ kind: 'read', raw, envelope, provenFrom }, [raw]).catch(fail)
      })
    } finally {
      clearTimeout(late)
      took((performance.now() - began) / 1_000)
    }
  }

  return {
    async read(given, envelope, took = () => undefined, subnet = '') {
      const { raw, provenFrom } = await prover.prove(given, envelope)
      const before = waiting.get(subnet) ?? 0
      waiting.set(subnet, before + 1)
      try {
        const next = () => readNext(raw, envelope, provenFrom, took)
        return await queue.add(next, { priority: -before, throwOnTimeout: true })
      } finally {
        const left = (waiting.get(subnet) ?? 1) - 1
        if (left > 0) waiting.set(subnet, left)
        else waiting.delete(subnet)
      }
    },

    show: viewer.show,

    async close() {
      await Promise.all([prover.close(), viewer.close(), thread.end()])
    },
  }
}
