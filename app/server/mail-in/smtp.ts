import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { SMTPServerSession } from 'smtp-server'
import { subnetOf } from '~/domain/limits/networks'
import type { Outcome } from '~/domain/mail-in/arrival'
import { takeMail } from '~/domain/mail-in/intake'
import { largestLetter } from '~/domain/mail-in/letters'
import { findRecipient } from '~/domain/mail-in/recipients'
import type { ServerContext } from '../arrival/context'
import { collect, inOne, type Room } from './incoming'
import { mailInOf } from './mail-in'
import { createPlaces } from './smtp-places'

export interface SmtpDoor {
  port: number
  /** Stops listening, and ends connections within `closeTimeout`. */
  close(): Promise<void>
}

const mostConnections = 50

/** Sockets that are not connections yet, beside those that are. */
const mostSockets = 2 * mostConnections

/** Of one subnet, so that others get in as well. */
const mostOfSubnet = 10
const mostRecipients = 20

/** Bytes of e-mails that are being received or processed. */
const mostInFlight = 4 * largestLetter
const mostInFlightOfSubnet = 2 * largestLetter

/** Milliseconds. */
const socketTimeout = 60_000
const longestTransfer = 5 * 60_000
const closeTimeout = 1_000

/** Milliseconds of a connection, whatever is sent on it: NOOP would keep one open for ever. */
const longestSession = 10 * 60_000

/** A reply to the client. Source: RFC 5321 §4.2.3, RFC 3463. */
class Refusal extends Error {
  constructor(
    readonly responseCode: number,
    text: string,
  ) {
    super(text)
  }
}

const tryAgain = () => new Refusal(451, '4.3.0 Try again later')
const tooLarge = () => new Refusal(552, '5.3.4 Larger than 25 MB')
const tooMuch = () => new Refusal(452, '4.3.1 Too much at once')
const noRoom = () => new Refusal(452, '4.2.2 No room for its files here, try again later')
const noAddress = () => new Refusal(550, '5.1.1 There is no such address here')
const allBusy = () => new Refusal(421, '4.3.2 Too many connections, try again')
const tooMany = () => new Refusal(421, '4.7.0 Too many connections from your network')
const replies: Record<Outcome, () => Refusal | null> = {
  taken: () => null,
  unknown: noAddress,
  later: tryAgain,
  full: noRoom,
}
const tooLong = '4.4.2 Connected for too long, try again'
const tooIdle = '4.3.2 Others are waiting, try again'

/**
 * Receives e-mails for known addresses and forwards nothing: no relay, no bounces. 250 means that the
 * commit is synced. Rejects where the port is taken. `sessionTimeout` is in milliseconds.
 */
export async function openSmtp(
  context: ServerContext,
  sessionTimeout = longestSession,
): Promise<SmtpDoor | undefined> {
  const { mailIn } = context.config
  if (!mailIn?.smtp) return undefined
  const { host, port, tls } = mailIn.smtp
  const { SMTPServer } = await import('smtp-server')
  const room: Room = { left: mostInFlight }
  /** Of subnets with e-mails on their way in, and how many those are. */
  const rooms = new Map<string, Room & { letters: number }>()
  const places = createPlaces()
  const sessionEnds = new Map<string, NodeJS.Timeout>()
  const server = new SMTPServer({
    name: mailIn.domain,
    banner: 'Tresen',
    ...tls,
    authOptional: true,
    disabledCommands: ['AUTH', ...(tls ? [] : ['STARTTLS' as const])],
    disableReverseLookup: true,
    // Nobody here could answer an address with letters beyond ASCII before its @.
    hideSMTPUTF8: true,
    size: largestLetter,
    maxClients: mostSockets,
    socketTimeout,
    closeTimeout,
    logger: false,

    onConnect({ id, remoteAddress }, done) {
      sessionEnds.set(id, setTimeout(endSession, sessionTimeout, id, tooLong).unref())
      const subnet = subnetOf(remoteAddress)
      places.open(id, subnet)
      if (places.countOf(subnet) > mostOfSubnet) return done(tooMany())
      if (places.size > mostConnections) {
        const idlest = places.idlest(id)
        if (idlest === undefined) return done(allBusy())
        places.close(idlest)
        endSession(idlest, tooIdle)
      }
      done(null)
    },

    onMailFrom(_, { id }, done) {
      places.step(id)
      done(null)
    },

    onClose({ id }) {
      places.close(id)
      clearTimeout(sessionEnds.get(id))
      sessionEnds.delete(id)
    },

    async onRcptTo({ address }, { id, envelope }, done) {
      places.step(id)
      if (envelope.rcptTo.length >= mostRecipients)
        return done(new Refusal(452, '4.5.3 Too many recipients'))
      try {
        const found = await findRecipient(mailInOf(context), address)
        done(found ? null : noAddress())
      } catch (error) {
        context.log.error({ err: error }, 'An address could not be looked up')
        done(tryAgain())
      }
    },

    async onData(stream, session, done) {
      places.step(session.id, true)
      const late = setTimeout(() => stream.destroy(new Error('Too slow')), longestTransfer)
      const subnet = subnetOf(session.remoteAddress)
      const own = rooms.get(subnet) ?? { left: mostInFlightOfSubnet, letters: 0 }
      own.letters += 1
      rooms.set(subnet, own)
      let size = 0
      try {
        const pieces = await collect(stream, [room, own, { left: largestLetter }])
        clearTimeout(late)
        if (!pieces) return done(stream.sizeExceeded ? tooLarge() : tooMuch())
        const raw = inOne(pieces)
        size = raw.byteLength
        done(await take(raw, session), '2.0.0 Taken')
      } catch (error) {
        context.log.error({ err: error }, 'An e-mail could not be taken')
        done(tryAgain())
      } finally {
        clearTimeout(late)
        places.step(session.id)
        room.left += size
        own.left += size
        own.letters -= 1
        if (own.letters === 0) rooms.delete(subnet)
      }
    },
  })

  /** Its e-mail, if one is on its way, will be sent again. */
  function endSession(id: string, why: string) {
    for (const each of server.connections) if (each.id === id) each.send(421, why)
  }

  async function take(
    raw: ArrayBuffer,
    { envelope, remoteAddress: ip, hostNameAppearsAs: helo }: SMTPServerSession,
  ): Promise<Refusal | null> {
    const { mailFrom, rcptTo } = envelope
    const outcome = await takeMail(mailInOf(context), raw, {
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }) => address),
      ip,
      helo: helo || undefined,
    })
    return replies[outcome]()
  }

  // Clients may disconnect at any time.
  server.on('error', (error) => context.log.debug({ err: error }, 'A connection at the SMTP door'))
  const listening = server.listen(port, host)
  await once(listening, 'listening')
  return {
    port: (listening.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
