import { createSocket } from 'node:dgram'
import { promises as dns } from 'node:dns'
import { once } from 'node:events'

/** Values by type and name, as `TXT example.com`: texts, addresses, or `10 mail.example.com`. */
export type Zone = Record<string, string[]>

export interface DnsServer {
  /** Asks this server alone. */
  records: dns.Resolver
  zone: Zone
  close(): Promise<void>
}

const types: Record<number, string> = { 1: 'A', 15: 'MX', 16: 'TXT', 28: 'AAAA' }

/** A DNS server on this machine. A name without any record does not exist; `SERVFAIL name` fails. */
export async function startDnsServer(zone: Zone): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const server: DnsServer = {
    records: new dns.Resolver({ timeout: 5_000, tries: 2 }),
    zone,
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
  socket.on('message', (question, { port, address }) =>
    socket.send(answerTo(question, server.zone), port, address),
  )
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  server.records.setServers([`127.0.0.1:${socket.address().port}`])
  return server
}

/** Source: RFC 1035 §4.1. */
function answerTo(question: Buffer, zone: Zone): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = question.readUInt16BE(at + 1)
  const name = labels.join('.').toLowerCase()
  const values = zone[`${types[type]} ${name}`] ?? []
  const isKnown = Object.keys(zone).some((key) => key.endsWith(` ${name}`))
  const failure = zone[`SERVFAIL ${name}`] ? 2 : isKnown ? 0 : 3
  const head = Buffer.alloc(12)
  question.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8180 | failure, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(failure === 0 ? values.length : 0, 6)
  const answers = failure === 0 ? values.map((value) => answer(type, value)) : []
  return Buffer.concat([head, question.subarray(12, at + 5), ...answers])
}

function answer(type: number, value: string): Buffer {
  const data = dataOf(types[type], value)
  const head = Buffer.alloc(12)
  // The question's name.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function dataOf(type: string | undefined, value: string): Buffer {
  if (type === 'A') return Buffer.from(value.split('.').map(Number))
  if (type === 'AAAA') throw new Error('No test has an IPv6 address')
  if (type === 'TXT') {
    // Longer ones come in several strings.
    const parts = value.match(/.{1,200}/g) ?? []
    return Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])))
  }
  const [priority, exchange = ''] = value.split(' ')
  const labels = exchange.split('.').map((each) => Buffer.from([each.length, ...Buffer.from(each)]))
  return Buffer.concat([Buffer.from([0, Number(priority)]), ...labels, Buffer.from([0])])
}
