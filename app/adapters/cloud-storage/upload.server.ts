import { createHash } from 'node:crypto'
import { jsonOf, type Service } from './calls.server'
import { Refused } from './refusals'

interface Stored {
  size?: string
  md5Hash?: string
}

interface Upload {
  write(piece: Uint8Array): Promise<void>
  /** Resolves once the object is there; false if it has other bytes than were sent. */
  end(): Promise<boolean>
  /** Discards what has been uploaded; never throws. */
  cancel(): Promise<void>
}

/** Chunks wait here until the service has them. Source: Cloud Storage, resumable uploads. */
export function createUpload(service: Service, name: string, chunkSize: number): Upload {
  const { uploads, timeouts, send, retried } = service
  const sum = createHash('md5')
  let session: string | undefined
  let waiting: Uint8Array[] = []
  let held = 0
  let sent = 0

  async function open(): Promise<string> {
    const query = new URLSearchParams({ uploadType: 'resumable', name })
    const response = await send({
      method: 'POST',
      url: `${uploads}?${query}`,
      headers: {
        'Content-Type': 'application/json',
        'X-Upload-Content-Type': 'application/octet-stream',
      },
      body: '{}',
    })
    const location = response.headers.get('Location')
    if (!location) throw new Refused(502, 'noSession')
    return location
  }

  async function put(range: string, body?: Uint8Array): Promise<Stored | number> {
    try {
      const headers = { 'Content-Range': `bytes ${range}` }
      const url = String(session)
      const response = await send({ method: 'PUT', url, headers, body, accepted: [308] })
      if (response.status !== 308) return jsonOf<Stored>(response)
      const [, last] = /-(\d+)$/.exec(response.headers.get('Range') ?? '') ?? []
      return last === undefined ? 0 : Number(last) + 1
    } catch (error) {
      const gone = error instanceof Refused && [404, 410].includes(error.status)
      throw gone ? new Refused(499, error.reason, 'the session is gone') : error
    }
  }

  /** After a failure, asks how much has arrived, and resumes there. */
  async function pass(chunk: Uint8Array, total?: number): Promise<Stored | undefined> {
    session ??= await retried(timeouts.upload, open)
    const whole = total ?? '*'
    const until = sent + chunk.length
    let from = sent
    let unsure = false
    return retried(timeouts.upload, async () => {
      for (;;) {
        const asks = unsure || from === until
        const rest = asks ? undefined : chunk.subarray(from - sent)
        unsure = true
        const answer = await put(asks ? `*/${whole}` : `${from}-${until - 1}/${whole}`, rest)
        if (typeof answer !== 'number') return answer
        unsure = false
        if (answer < sent || answer > until) throw new Refused(499, 'lost', `${answer}`)
        from = answer
        if (from === until && total === undefined) return undefined
        if (from === until) throw new Refused(503, 'unfinished')
      }
    })
  }

  return {
    async write(piece) {
      sum.update(piece)
      waiting.push(piece)
      held += piece.length
      if (held < chunkSize) return
      const all = Buffer.concat(waiting)
      let at = 0
      for (; at + chunkSize <= all.length; at += chunkSize) {
        await pass(all.subarray(at, at + chunkSize))
        sent += chunkSize
      }
      waiting = [all.subarray(at)]
      held = all.length - at
    },
    async end() {
      const total = sent + held
      const stored = await pass(Buffer.concat(waiting), total)
      return stored?.size === String(total) && stored.md5Hash === sum.digest('base64')
    },
    async cancel() {
      if (!session) return
      const asked = send({ method: 'DELETE', url: session, accepted: [404, 499] })
      await asked.catch(() => undefined)
    },
  }
}
