import { Worker } from 'node:worker_threads'
import type { Answer, Question } from './protocol'

/** The worker's heap in MB; the bytes of e-mails are outside it. The young generation grows with each line. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 }

/** A worker that starts with the first e-mail, and again after its end. */
export interface Thread {
  ask(question: Question, transfer?: ArrayBuffer[]): Promise<void>
  end(): Promise<void>
}

/** `say` replies to the worker that sent the message, even if another has replaced it since. */
export function createThread(
  hear: (answer: Answer, say: (question: Question) => void) => void,
  died: () => void,
): Thread {
  let running: Promise<Worker> | undefined

  async function start(): Promise<Worker> {
    const { default: program } = await import('virtual:worker/mail-reader')
    const worker = new Worker(program, { eval: true, resourceLimits })
    worker.unref()
    worker.on('message', (answer) => hear(answer, (question) => worker.postMessage(question)))
    // One that dies between two e-mails ends no server.
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      running = undefined
      died()
    })
    return worker
  }

  return {
    async ask(question, transfer = []) {
      running ??= start()
      const worker = await running
      worker.postMessage(question, transfer)
    },

    async end() {
      const worker = await running?.catch(() => undefined)
      await worker?.terminate()
    },
  }
}
