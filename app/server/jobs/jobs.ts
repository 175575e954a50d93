import type { Services } from '~/config'
import { sessionLifetime } from '~/domain/accounts/sessions'
import { auditLogLasts } from '~/domain/desks/audit-log'
import { eraseExpired, inPieces } from '~/domain/erasure/retention'
import { removeStrays, removeUnsent } from '~/domain/files/attachment-removal'
import { expiredKept } from '~/domain/identity/identities'
import { planOutageMail } from '~/domain/letters/outage-mails'
import { planEndMails } from '~/domain/letters/plan-mails'
import { type Planned, planMails, planReminder } from '~/domain/letters/plans'
import { sendDueMails } from '~/domain/letters/sending'
import { invitationRemembered } from '~/domain/members/invitations'
import { eachUnpaid, settlePayment } from '~/domain/shop/order-payment'
import { endReservations, expireOrders } from '~/domain/shop/order-work'
import { timeoutMs } from '~/domain/shop/payments'
import type { Ticket } from '~/domain/tickets/tickets'
import { runTimers } from '~/domain/tickets/timers'
import { createCompose } from '../../mails/compose'
import type { ServerContext } from '../arrival/context'
import { erasing } from './erasing'
import { betweenRounds, type Job, type JobContext } from './job'
import { withLoggedLinks } from './logged-links'

const always = 0
const minutely = 60_000
const hourly = 60 * minutely
const daily = 24 * hourly

const pieceSize = 100

type JobPorts = Pick<ServerContext, 'config' | 'services' | 'siteIdentity' | 'log'>

export function createJobs({ config, services, siteIdentity, log }: JobPorts): Job[] {
  return [
    ticketTimers(services),
    {
      name: 'unpaid orders',
      every: minutely,
      run: (context) => endUnpaidOrders(services, context),
    },
    {
      name: 'payments',
      every: 10 * minutely,
      run: (context) => lookForPayments(services, context),
    },
    mailPlanning(services),
    {
      name: 'ends of plans',
      every: hourly,
      run: ({ clock }) => planEndMails(services, clock()),
    },
    ...mailboxAlarm(services, config.mailIn?.imap?.id),
    mailSending({ config, services, siteIdentity, log }),
    {
      name: 'unsent files',
      every: 5 * minutely,
      run: ({ clock }) => removeUnsent(services, clock()),
    },
    {
      name: 'stray files',
      every: hourly,
      run: ({ clock }) => removeStrays(services, clock()),
    },
    endedSessions(services),
    // Their addresses go with them.
    removal('ended invitations', daily, services.invitations, invitationRemembered),
    removal('expired codes', hourly, services.identities, expiredKept),
    removal('old entries of the audit log', daily, services.auditLog, auditLogLasts),
    removal('orders kept by law', daily, services.restrictedOrders, 0),
    {
      name: 'retention',
      every: daily,
      run: ({ clock, goOn }) => eraseExpired(services, clock, goOn),
    },
    erasing({ config, services, log }),
  ]
}

function ticketTimers(services: Services): Job {
  return {
    name: 'ticket timers',
    every: always,
    rest: minutely,
    async run({ clock, goOn }) {
      const remind = (ticket: Ticket) => planReminder(services, ticket, clock())
      let steps = 0
      let more = true
      while (more && (await goOn())) {
        const run = await runTimers(services, clock(), pieceSize, remind)
        steps += run.done.length
        more = run.more
      }
      return steps === 0 ? 'idle' : undefined
    },
  }
}

export function endedSessions({ sessions }: Pick<Services, 'sessions'>): Job {
  return removal('ended sessions', hourly, sessions, sessionLifetime)
}

/** Removes what is older than so many milliseconds. */
function removal(
  name: string,
  every: number,
  store: Pick<Services['sessions'], 'removeOlder'>,
  lasts: number,
): Job {
  return {
    name,
    every,
    run: ({ clock, goOn }) => {
      const before = new Date(clock().getTime() - lasts)
      return inPieces(goOn, pieceSize, (limit) => store.removeOlder(before, limit))
    },
  }
}

function mailPlanning(services: Services): Job {
  let planned: Planned | undefined
  return {
    name: 'mail planning',
    every: always,
    rest: minutely,
    async run({ clock, goOn }) {
      planned = await planMails(services, planned, clock(), goOn)
      // The next one is due in two minutes at the earliest.
      return 'idle'
    },
  }
}

function mailboxAlarm(services: Services, id: string | undefined): Job[] {
  if (id === undefined) return []
  return [
    {
      name: 'mailbox alarm',
      every: minutely,
      run: ({ clock }) => planOutageMail(services, id, clock()),
    },
  ]
}

function mailSending({ config, services, siteIdentity, log }: JobPorts): Job {
  const composed = createCompose(config, { ...services, siteIdentity })
  const compose = config.mail.smtpUrl ? composed : withLoggedLinks(composed, config, log)
  return {
    name: 'mail sending',
    every: always,
    wokenBy: 'mail-due',
    run: ({ clock, goOn }) =>
      sendDueMails(services, {
        compose,
        clock,
        ahead: betweenRounds,
        goOn,
        onFailure: ({ kind, key, tries }, { failure, code }) =>
          log.warn({ kind, key, tries, failure, code }, 'mail not sent'),
      }),
  }
}

async function endUnpaidOrders(services: Services, { clock, goOn }: JobContext) {
  let more = true
  while (more && (await goOn())) {
    more = await endReservations(services, clock(), pieceSize)
  }
  await expireOrders(services, clock, goOn)
}

async function lookForPayments(services: Services, { clock, goOn }: JobContext) {
  const soon = new Date(clock().getTime() + timeoutMs.stripe)
  for await (const order of eachUnpaid(services.orders, soon)) {
    if (!order.providerRef) continue
    if (!(await goOn())) return
    await settlePayment(services, order, clock())
  }
}
