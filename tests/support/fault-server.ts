import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'

/** What the server does with a request. */
export type Fault =
  | { json: unknown; status?: number }
  | { text: string; status?: number; headers?: Record<string, string> }
  /** Announces more bytes than it sends, then ends the connection. */
  | { truncated: string }
  | 'hang'
  | 'reset'

export interface SeenRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

type Answer = Fault | ((request: SeenRequest) => Fault)

export interface FaultServer {
  /** host:port, in place of the emulator's. */
  host: string
  /** The requests since the last `answer`, the oldest first. */
  requests: SeenRequest[]
  /** Answers the next requests with these, one after the other, and the last one from then on. */
  answer(...answers: [Answer, ...Answer[]]): void
  /** Resolves once the next request is one that gets no answer. */
  hangs(): Promise<void>
  close(): Promise<void>
}

/** An error answer of the identity service. */
export function refusal(message: string, status = 400, extra: object = {}): Fault {
  const errors = [{ message, domain: 'global', reason: 'invalid' }]
  return { status, json: { error: { code: status, message, errors, ...extra } } }
}

/** A server at the identity service's addresses that fails as it is told to. */
export async function startFaultServer(): Promise<FaultServer> {
  let answers: Answer[] = []
  const requests: SeenRequest[] = []
  const waiting: (() => void)[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { method = '', url: path = '', headers } = request
    const seen = { method, path, headers, body: Buffer.concat(parts).toString() }
    requests.push(seen)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    const fault = typeof answer === 'function' ? answer(seen) : answer
    if (fault === 'hang') for (const tell of waiting.splice(0)) tell()
    else if (fault) commit(fault, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    requests,
    answer(...next) {
      answers = next
      requests.length = 0
    },
    hangs: () => new Promise((resolve) => waiting.push(resolve)),
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/**
 * Asks where a service may hang: once it does, and what is to happen `meanwhile` has, the timeouts
 * of this process are over, however many milliseconds that took.
 */
export async function outwait<Reply>(
  faults: Pick<FaultServer, 'hangs'>,
  ask: () => Promise<Reply>,
  meanwhile = async () => {},
): Promise<Reply> {
  const timeout = new AbortController()
  const spy = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  try {
    const hangs = faults.hangs()
    const asked = ask()
    await Promise.race([asked, hangs])
    await meanwhile()
    timeout.abort(new DOMException('Waited long enough', 'TimeoutError'))
    return await asked
  } finally {
    spy.mockRestore()
  }
}

function commit(fault: Exclude<Fault, 'hang'>, response: ServerResponse): void {
  if (fault === 'reset') {
    response.socket?.resetAndDestroy()
  } else if ('truncated' in fault) {
    const { truncated } = fault
    response.writeHead(200, { 'Content-Length': Buffer.byteLength(truncated) + 100 })
    response.write(truncated, () => response.socket?.destroy())
  } else if ('text' in fault) {
    response.writeHead(fault.status ?? 200, fault.headers).end(fault.text)
  } else {
    response.writeHead(fault.status ?? 200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(fault.json))
  }
}
