import { type MessagePort, parentPort } from 'node:worker_threads'
import { readLetter, showLetter } from './letter'
import { provenSender } from './proof'
import type { Answer, Question } from './protocol'

/** The program of the worker threads: proves, reads or shows e-mails, and asks the server for DNS records. */
function serve(port: MessagePort) {
  const waiting = new Map<number, { resolve(records: unknown): void; reject(error: Error): void }>()
  let asked = 0
  const say = (answer: Answer, transfer: ArrayBuffer[] = []) => port.postMessage(answer, transfer)

  function resolve(name: string, type: string): Promise<unknown> {
    asked += 1
    const id = asked
    say({ kind: 'dns', id, name, type })
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
  }

  port.on('message', async (question: Question) => {
    if (question.kind === 'records') {
      const asking = waiting.get(question.id)
      waiting.delete(question.id)
      if (question.code === undefined) asking?.resolve(question.records)
      else asking?.reject(Object.assign(new Error(question.code), { code: question.code }))
      return
    }
    if (question.kind === 'show') {
      const shown = showLetter(question.raw, question.elsewhere)
      return say({ kind: 'shown', html: await shown.catch(() => undefined) })
    }
    const { raw, envelope } = question
    if (question.kind === 'prove') {
      const provenFrom = await provenSender(raw, envelope, resolve).catch(() => undefined)
      return say({ kind: 'proof', id: question.id, raw, provenFrom }, [raw])
    }
    const letter = await readLetter(raw, envelope, question.provenFrom).catch(() => undefined)
    const files = (letter?.files ?? []).map(({ bytes }) => bytes.buffer as ArrayBuffer)
    say({ kind: 'read', letter }, [...new Set(files)])
  })
}

if (parentPort) serve(parentPort)
