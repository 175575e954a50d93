import { promises as dns } from 'node:dns'
import { Worker } from 'node:worker_threads'
import type { Envelope, LetterReader, ReadLetter } from '../../domain/mail-in/letters'
import type { Answer, Question, Resolve } from './protocol'

/** Milliseconds for one e-mail: 25 MB take about a second, DNS up to ten. */
const longestReading = 30_000

/** The worker's heap in MB; the bytes of e-mails are outside it. The young generation grows with each line. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 }

const byDns: Resolve = (name, type) => dns.resolve(name, type)

/**
 * Reads in a worker thread, one e-mail at a time, so that hostile ones hold neither the event loop nor
 * the memory. The worker starts with the first; one that takes too long or dies is replaced.
 */
export function createLetterReader(resolve: Resolve = byDns): LetterReader {
  let running: Promise<Worker> | undefined
  let line: Promise<unknown> = Promise.resolve()

  async function readNext(raw: ArrayBuffer, envelope: Envelope): Promise<ReadLetter | undefined> {
    running ??= startWorker()
    const worker = await running
    const answer = await answerOf(worker, { kind: 'read', raw, envelope }, resolve)
    if (answer) return answer.letter
    running = undefined
    await worker.terminate()
    return undefined
  }

  return {
    read(raw, envelope) {
      const reading = line.then(() => readNext(raw, envelope))
      line = reading.catch(() => undefined)
      return reading
    },

    async close() {
      const worker = await running?.catch(() => undefined)
      running = undefined
      await worker?.terminate()
    },
  }
}

async function startWorker(): Promise<Worker> {
  const { default: program } = await import('virtual:worker/mail-reader')
  const worker = new Worker(program, { eval: true, resourceLimits })
  worker.unref()
  // One that dies between two e-mails ends no server; the next finds out.
  worker.on('error', () => undefined)
  return worker
}

/** Undefined where the worker died or took too long. */
function answerOf(
  worker: Worker,
  question: Extract<Question, { kind: 'read' }>,
  resolve: Resolve,
): Promise<Extract<Answer, { kind: 'read' }> | undefined> {
  return new Promise((settle) => {
    const end = (answer?: Extract<Answer, { kind: 'read' }>) => {
      clearTimeout(late)
      worker.off('message', hear).off('exit', die)
      settle(answer)
    }
    const die = () => end()
    const hear = (answer: Answer) => {
      if (answer.kind === 'read') return end(answer)
      const { id, name, type } = answer
      const say = (records: Omit<Extract<Question, { kind: 'records' }>, 'kind' | 'id'>) =>
        worker.postMessage({ kind: 'records', id, ...records } satisfies Question)
      resolve(name, type).then(
        (records) => say({ records }),
        (error) => say({ code: String(error.code ?? 'ESERVFAIL') }),
      )
    }
    const late = setTimeout(end, longestReading)
    worker.on('message', hear).on('exit', die)
    worker.postMessage(question, [question.raw])
  })
}
