import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
}

interface Question {
  method?: string
  /** Sent as they are, Host and Origin too. */
  headers?: Record<string, string>
  /** An array is sent in chunks, without a length. */
  body?: string | string[]
}

/** Asks a server on this machine, as a browser would not: every header is the test's own. */
export function ask(port: number, path: string, question: Question = {}): Promise<Reply> {
  const { method = 'GET', body } = question
  const headers: Record<string, string> = { Host: `localhost:${port}`, ...question.headers }
  if (typeof body === 'string') headers['Content-Length'] ??= String(Buffer.byteLength(body))
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const whole = Buffer.concat(chunks)
          const { statusCode = 0, headers } = response
          resolve({ status: statusCode, headers, body: whole, text: whole.toString() })
        })
      },
    )
    sent.on('error', reject)
    for (const chunk of body ?? []) sent.write(chunk)
    sent.end()
  })
}

/** A form of this site, as a browser sends it. */
export function formHeaders(port: number): Record<string, string> {
  return {
    Origin: `http://localhost:${port}`,
    'Content-Type': 'application/x-www-form-urlencoded',
  }
}

/** Writes bytes to a port and answers all that comes back until the other side ends. */
export function askRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
  })
}
