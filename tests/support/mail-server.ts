import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** How the server behaves at one step of the next conversations. */
export type Behaviour =
  /** Answers with this code and text. */
  | { at: 'connect' | 'sender' | 'recipient' | 'data'; code: number; says?: string }
  /** Cuts the line: before the letter, when it begins to come, or when it was whole. */
  | { at: 'connect' | 'recipient' | 'letter' | 'data'; drops: true }
  /** Says nothing any more. */
  | { at: 'connect' | 'recipient' | 'data'; stalls: true }

export interface MailServer {
  url: string
  /** What it took, whole, in order; also what it then refused or fell silent about. */
  received: { from: string; to: string[]; raw: string; mail: Email }[]
  /** How many conversations were begun. */
  readonly conversations: number
  behave(behaviour?: Behaviour): void
  /** Resolves once it has fallen silent in a conversation. */
  hangs(): Promise<void>
  close(): Promise<void>
}

/** A real SMTP server on this machine that can be made to misbehave. */
export async function startMailServer({
  password,
}: {
  password?: string
} = {}): Promise<MailServer> {
  let behaviour: Behaviour | undefined
  const sockets = new Set<Socket>()
  const received: MailServer['received'] = []
  const waiting: (() => void)[] = []
  let conversations = 0

  type Next = (error?: Error | null) => void
  const act = (at: Behaviour['at'], id: string, next: Next) => {
    if (behaviour?.at !== at) return next()
    if ('stalls' in behaviour) return waiting.splice(0).forEach((resolve) => void resolve())
    if ('drops' in behaviour) return cut(id)
    const { code, says = 'Not like this' } = behaviour
    next(Object.assign(new Error(says), { responseCode: code }))
  }
  const cut = (id: string) => {
    for (const connection of server.connections as Set<{ id: string; _socket: Socket }>) {
      if (connection.id === id) connection._socket.destroy()
    }
  }

  const server = new SMTPServer({
    disabledCommands: password ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: (auth, _session, next) =>
      auth.password === password ? next(null, { user: auth.username }) : next(new Error('No')),
    onConnect(session, next) {
      conversations++
      act('connect', session.id, next)
    },
    onMailFrom: (_address, session, next) => act('sender', session.id, next),
    onRcptTo: (_address, session, next) => act('recipient', session.id, next),
    onData(stream, session, next) {
      if (behaviour?.at === 'letter') stream.once('data', () => cut(session.id))
      const pieces: Buffer[] = []
      stream.on('data', (piece) => pieces.push(piece))
      stream.on('end', async () => {
        const raw = Buffer.concat(pieces).toString()
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        const to = rcptTo.map(({ address }) => address)
        received.push({ from, to, raw, mail: await PostalMime.parse(raw) })
        act('data', session.id, next)
      })
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    get conversations() {
      return conversations
    },
    behave(next) {
      behaviour = next
    },
    hangs: () => new Promise((resolve) => waiting.push(resolve)),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}
