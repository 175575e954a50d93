import { connect, type Socket } from 'node:net'

/** What is asked again and again on each connection. */
export interface Question {
  target: string
  cookie?: string
}

export interface Load {
  /** Responses a second. */
  rate: number
  /** Milliseconds that each answer took. */
  spans: number[]
}

export interface RawAnswer {
  status: number
  /** Names and values in turn, without what a server adds by itself. */
  headers: string[]
  body: Buffer
}

const byItself = /^(date|connection|keep-alive|transfer-encoding)$/i

/** Asks one question on so many connections for as long as that, each time as soon as it is answered. */
export async function load(
  origin: string,
  question: Question,
  connections: number,
  milliseconds: number,
): Promise<Load> {
  const spans: number[] = []
  const begun = performance.now()
  const end = begun + milliseconds
  const one = async () => {
    const ask = await openConnection(origin)
    while (performance.now() < end) {
      const sent = performance.now()
      await ask(question)
      spans.push(performance.now() - sent)
    }
    ask.close()
  }
  await Promise.all(Array.from({ length: connections }, one))
  return { rate: spans.length / ((performance.now() - begun) / 1_000), spans }
}

const chunked = /\r\ntransfer-encoding: chunked/i
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/** One answer, with what it is made of. */
export async function askOnce(origin: string, question: Question): Promise<RawAnswer> {
  const ask = await openConnection(origin)
  const { head, body } = await ask(question)
  ask.close()
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.flatMap((line) => {
    const [name = '', ...value] = line.split(': ')
    return byItself.test(name) ? [] : [name, value.join(': ')]
  })
  const status = Number(first.split(' ')[1])
  if (!chunked.test(head)) return { status, headers, body }
  const whole = joined(body)
  return { status, headers: [...headers, 'Content-Length', String(whole.length)], body: whole }
}

/** What was sent in chunks. Source: RFC 9112, 7.1. */
function joined(chunks: Buffer): Buffer {
  const from = chunks.indexOf('\r\n') + 2
  const size = Number.parseInt(chunks.toString('latin1', 0, from), 16)
  if (!size) return Buffer.alloc(0)
  const end = from + size
  return Buffer.concat([chunks.subarray(from, end), joined(chunks.subarray(end + 2))])
}

/**
 * A client that does as little as can be, so that the server is what is measured: each answer must have
 * a length or come in chunks, whose last is known by its bytes at the end. Rejects when the connection ends.
 */
async function openConnection(origin: string) {
  const { hostname, port, host } = new URL(origin)
  const socket = connect(Number(port), hostname).setNoDelay()
  let answered: ((answer: { head: string; body: Buffer }) => void) | undefined
  let failed: ((reason: Error) => void) | undefined
  let received: Buffer = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    received = received.length > 0 ? Buffer.concat([received, bytes]) : bytes
    const end = received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = received.toString('latin1', 0, end)
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
    const isChunked = chunked.test(head)
    if (length === undefined && !isChunked)
      return socket.destroy(new Error(`An answer without a length: ${head}`))
    const body = received.subarray(end + 4)
    if (
      isChunked ? !body.subarray(-lastChunk.length).equals(lastChunk) : body.length < Number(length)
    )
      return
    received = Buffer.alloc(0)
    answered?.({ head, body })
  })
  socket.on('error', (error) => failed?.(error))
  socket.on('close', () => failed?.(new Error('The server closed the connection')))
  const ask = ({ target, cookie }: Question) => {
    const more = cookie ? `Cookie: ${cookie}\r\n` : ''
    socket.write(
      `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nAccept-Language: en\r\n` +
        `Accept-Encoding: gzip, deflate, br\r\n${more}\r\n`,
    )
    return new Promise<{ head: string; body: Buffer }>((resolve, reject) => {
      answered = resolve
      failed = reject
    })
  }
  return Object.assign(ask, { close: () => close(socket) })
}

function close(socket: Socket): void {
  socket.removeAllListeners('close')
  socket.destroy()
}
