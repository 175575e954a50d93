import PQueue from 'p-queue'
import { joined } from '../../domain/files/files'
import type { LetterReader } from '../../domain/mail-in/letters'
import type { Answer } from './protocol'
import { createThread } from './worker.server'

/** Milliseconds for one e-mail; one of 25 MB takes a second. */
const longestShowing = 10_000

const mostWaiting = 20

/** Makes e-mails harmless for a page, in a worker thread of its own: one at a time, and none behind mail in. */
export function createViewer(): Pick<LetterReader, 'show' | 'close'> {
  const queue = new PQueue({ concurrency: 1 })
  let answer: (html?: string) => void = () => undefined
  const thread = createThread(
    (heard: Answer) => {
      if (heard.kind === 'shown') answer(heard.html)
    },
    () => answer(),
  )

  /** Undefined also where the worker died or took too long. */
  async function showNext(raw: ArrayBuffer, elsewhere: boolean): Promise<string | undefined> {
    const late = setTimeout(() => thread.end(), longestShowing)
    try {
      return await new Promise((settle, fail) => {
        answer = settle
        thread.ask({ kind: 'show', raw, elsewhere }, [raw]).catch(fail)
      })
    } finally {
      clearTimeout(late)
    }
  }

  return {
    async show(read, elsewhere) {
      if (queue.size >= mostWaiting) return 'busy'
      const next = async () => {
        const raw = await joined(await read())
        return showNext(raw.buffer as ArrayBuffer, elsewhere)
      }
      return queue.add(next, { throwOnTimeout: true })
    },
    close: () => thread.end(),
  }
}
