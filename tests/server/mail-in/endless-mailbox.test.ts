import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pino from 'pino'
import { afterEach, expect, it } from 'vitest'
import { newMailbox } from '~/domain/mail-in/mailboxes'
import type { ServerContext } from '~/server/arrival/context'
import { readMailbox } from '~/server/mail-in/mailbox-reader'

const plain: Record<string, string> = {
  CAPABILITY: '* CAPABILITY IMAP4rev1\r\n',
  LIST: '* LIST () "/" INBOX\r\n',
  LSUB: '* LSUB () "/" INBOX\r\n',
  SELECT: '* 9 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 10] x\r\n',
}

let end = () => {}
afterEach(() => end())

/** A server that answers FETCH with these lines for ever; `sent` counts their bytes. */
async function endless(lines: () => string) {
  const counted = { sent: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write('* OK ready\r\n')
    socket.on('data', async (data) => {
      for (const line of data.toString().split('\r\n').filter(Boolean)) {
        const [tag = '', command = '', next = ''] = line.split(' ')
        const name = (command === 'UID' ? next : command).toUpperCase()
        if (name !== 'FETCH') {
          socket.write(`${plain[name] ?? ''}${tag} OK done\r\n`)
          continue
        }
        while (!socket.destroyed) {
          const text = lines()
          counted.sent += text.length
          if (!socket.write(text))
            await Promise.race([once(socket, 'drain'), once(socket, 'close')])
        }
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  end = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, counted }
}

function readingOf(port: number) {
  const mailboxes = { find: async () => newMailbox('box'), save: async () => undefined }
  const log = pino({ level: 'silent' })
  const context = { config: {}, services: { mailboxes }, log } as unknown as ServerContext
  const login = { user: 'a', password: 'b', folder: ['INBOX'], moveTo: undefined }
  const imap = { id: 'box', host: '127.0.0.1', port, secure: false, startTls: false, ...login }
  return {
    context,
    imap,
    mostListed: 5_000,
    broken: new Map<number, number>(),
    limited: new Set<string>(),
  }
}

it.each([
  ['in one line', () => 'x'.repeat(65_536)],
  ['in many lines', () => '* 1 FETCH (UID 1 RFC822.SIZE 9)\r\n'.repeat(1_000)],
])('A mailbox whose server answers without end, %s, is left', async (_, lines) => {
  const { port, counted } = await endless(lines)
  const stop = new AbortController()
  const reading = readingOf(port)
  await expect(readMailbox(reading, stop.signal, () => stop.abort())).rejects.toThrow()
  expect(counted.sent).toBeLessThan(20_000_000)
})
