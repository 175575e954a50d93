import { once } from 'node:events'
import { connect } from 'node:net'
import { createLetterReader } from '~/adapters/mail-reader/reader.server'
import type { Services } from '~/config'

/** `guest.example` lets this machine send for it, and has a policy; nobody else is there. */
const records: Record<string, string[][]> = {
  'TXT guest.example': [['v=spf1 ip4:127.0.0.1 -all']],
  'TXT _dmarc.guest.example': [['v=DMARC1; p=reject']],
}

/** One for all servers of this process, which it ends with: its workers load for longer than a test takes. */
export const letterReader = {
  ...createLetterReader(async (name, type) => {
    const found = records[`${type} ${name}`]
    if (found) return found
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  }),
  close: async () => undefined,
}

/** Puts a reader in the services' place whose DNS is the test's. */
export function withOwnDns<Given extends Services>(services: Given): Given {
  return { ...services, letterReader }
}

interface Conversation {
  from?: string
  to: string[]
  raw: string | Buffer
  /** The address that the connection comes from. */
  place?: string
}

/** A whole SMTP conversation over a socket; the last reply, of each step after the greeting. */
export async function sendBySmtp(
  port: number,
  { from = 'ada@guest.example', to, raw, place = '127.0.0.1' }: Conversation,
): Promise<string[]> {
  const socket = connect({ host: '127.0.0.1', port, localAddress: place })
  const lines = replies(socket)
  const said: string[] = []
  const ask = async (text: string | Buffer) => {
    socket.write(text)
    said.push(await lines())
    return said.at(-1) ?? ''
  }
  try {
    await lines()
    await ask('EHLO mx.guest.example\r\n')
    await ask(`MAIL FROM:<${from}>\r\n`)
    let accepted = false
    for (const each of to)
      accepted = (await ask(`RCPT TO:<${each}>\r\n`)).startsWith('2') || accepted
    if (accepted && (await ask('DATA\r\n')).startsWith('3')) {
      const dotted = Buffer.from(raw).toString('latin1').replace(/^\./gm, '..')
      await ask(Buffer.from(`${dotted}\r\n.\r\n`, 'latin1'))
    }
    socket.write('QUIT\r\n')
    return said
  } finally {
    socket.destroy()
  }
}

/** The next whole reply, each time it is called. Rejects where the line is cut. */
function replies(socket: ReturnType<typeof connect>): () => Promise<string> {
  let heard = ''
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    heard += text
  })
  return async () => {
    for (;;) {
      const [whole] = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(heard) ?? []
      if (whole) {
        heard = heard.slice(whole.length)
        return whole.trim()
      }
      await once(socket, 'data')
    }
  }
}
