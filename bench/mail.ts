import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { deskAddress } from '~/http/links/mail-addresses.server'
import { freePort } from '../development/app-process'
import { startDnsServer } from '../tests/support/dns-server'
import type { Effort, Findings } from './run'
import {
  beginConversations,
  makeFolder,
  memoryOf,
  openStores,
  openTestServer,
  percentile,
  readLoop,
} from './test-server'

const domain = 'in.example.com'

/** At once, each from an address of its own: no address may hand over more than 2,000 an hour. */
const connections = 10

/** Bytes, as sent. */
const largeSize = 24_900_000

/** Milliseconds between two looks at the server's memory. */
const lookEvery = 5

/**
 * Hands e-mails to the SMTP door over ten connections as fast as each is answered, which is after its
 * commit is synced; then one of 25 MB.
 */
export async function mail({ quick }: Effort): Promise<Findings> {
  const letters = quick ? 1_000 : 10_000
  const { folder, remove } = await makeFolder()
  const dns = await startDnsServer({})
  const port = await freePort(0)
  await beginConversations(folder, 1, 0)
  const to = await addressIn(folder)
  const settings = {
    MAIL_IN: `smtp://127.0.0.1:${port}`,
    MAIL_IN_DOMAIN: domain,
    BENCH_DNS: dns.records.getServers()[0] ?? '',
  }
  const server = await openTestServer(folder, 0, settings, './bench/own-dns.mjs')
  try {
    const lines = await Promise.all(
      Array.from({ length: connections }, (_, index) => connect(port, `127.${index}.0.1`)),
    )
    const waits: number[] = []
    let sent = 0
    const memory: number[] = []
    const begun = performance.now()
    await Promise.all(
      lines.map(async (line) => {
        while (sent < letters) {
          sent += 1
          const number = sent
          const before = performance.now()
          await hand(line, to, letter(number, 'Do you have blue cups?'))
          waits.push(performance.now() - before)
          memory.push(memoryOf(server.process))
        }
      }),
    )
    const seconds = (performance.now() - begun) / 1_000
    const grown = mean(memory.slice(-letters / 10)) - mean(memory.slice(letters / 10, letters / 5))
    const large = await handLarge()
    for (const line of lines) line.close()
    const figures = {
      letters,
      aSecond: letters / seconds,
      p99: percentile(waits, 99),
      grownMb: grown / 1e6,
      ...large,
    }
    return {
      figures,
      lines: [
        `${letters} e-mails, each synced before its 250: ${figures.aSecond.toFixed(0)} a second, 99 % within ${figures.p99.toFixed(0)} ms`,
        `memory from the second tenth to the last: ${figures.grownMb.toFixed(1)} MB more`,
        `an e-mail of 25 MB: ${large.largeMb.toFixed(0)} MB more, the longest tick ${large.largeTick.toFixed(0)} ms, taken after ${large.largeMs.toFixed(0)} ms`,
      ],
    }

    async function handLarge() {
      const [line] = lines
      if (!line) throw new Error('No connection')
      await readLoop(server)
      const before = memoryOf(server.process)
      let most = before
      const looking = setInterval(() => {
        most = Math.max(most, memoryOf(server.process))
      }, lookEvery)
      const began = performance.now()
      await hand(line, to, largeLetter())
      const largeMs = performance.now() - began
      clearInterval(looking)
      const { tick } = await readLoop(server)
      return { largeMb: (most - before) / 1e6, largeTick: tick, largeMs }
    }
  } finally {
    await server.stop()
    await dns.close()
    await remove()
  }
}

async function addressIn(folder: string): Promise<string> {
  const services = await openStores(folder)
  const [own] = await services.members.desksOf('owner-0')
  await services.close()
  return deskAddress(own?.desk.publicKey ?? '', domain)
}

function connect(port: number, localAddress: string): Promise<SMTPConnection> {
  const line = new SMTPConnection({ host: '127.0.0.1', port, localAddress, ignoreTLS: true })
  return new Promise((resolve, reject) => {
    line.on('error', reject)
    line.connect(() => resolve(line))
  })
}

function hand(line: SMTPConnection, to: string, raw: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    line.send({ from: 'guest@guest.example', to: [to] }, raw, (error) =>
      error ? reject(error) : resolve(),
    )
  })
}

/** Each from somebody else. */
function letter(number: number, words: string): string {
  return [
    `From: Guest <guest-${number}@guest.example>`,
    'To: desk@in.example.com',
    `Message-ID: <${number}@guest.example>`,
    'Date: Mon, 5 Jan 2026 10:00:00 +0100',
    'Subject: Cups',
    '',
    `${words} I am number ${number}.`,
    '',
  ].join('\r\n')
}

function largeLetter(): Buffer {
  const line = `${Buffer.alloc(57, 'cups').toString('base64')}\r\n`
  const head = [
    'From: Guest <large@guest.example>',
    'Message-ID: <large@guest.example>',
    'Date: Mon, 5 Jan 2026 10:00:00 +0100',
    'Subject: A large file',
    'Content-Type: application/octet-stream; name="cups.bin"',
    'Content-Transfer-Encoding: base64',
    '',
    '',
  ].join('\r\n')
  return Buffer.from(head + line.repeat(Math.floor((largeSize - head.length) / line.length)))
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
