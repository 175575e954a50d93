import type { AppLoadContext } from '@remix-run/node'
import {
  type Notifications,
  noNotifications,
  usualNotifications,
} from '~/domain/accounts/notifications'
import { emailKey } from '~/domain/text/email'
import type { Ticket } from '~/domain/tickets/tickets'
import { readStopToken } from '~/http/links/mail-stop.server'

export interface Reader {
  kind: 'visitor' | 'owner' | 'copy'
  stopped: boolean
  change(stopped: boolean): Promise<void>
  /** The guest's own, whose link can be asked for. */
  ticket?: Ticket
}

/** Undefined for an invalid link, or one whose ticket or account is gone. */
export async function readReader({
  url,
  services,
  config,
  now,
}: AppLoadContext): Promise<Reader | undefined> {
  const { accounts, mails, tickets } = services
  const reader = readStopToken(config.secrets, url.searchParams.get('stop') ?? '')
  if (reader?.kind === 'visitor') {
    const ticket = await tickets.find({ secretHash: reader.secretHash })
    return (
      ticket && {
        kind: 'visitor',
        stopped: await mails.isStopped(ticket.id),
        change: (stopped) => mails.setStopped(ticket.id, stopped, now()),
        ticket,
      }
    )
  }
  if (reader?.kind === 'copy') {
    const { ticketId, address } = reader
    const stops = await mails.copyStops(ticketId)
    return (
      stops && {
        kind: 'copy',
        stopped: stops.includes(emailKey(address)),
        change: (stopped) => mails.setCopyStopped(ticketId, address, stopped),
      }
    )
  }
  const account = reader && (await accounts.find(reader.uid))
  if (!account) return undefined
  const { events, ...kept } = account.notifications ?? usualNotifications
  const order = account.notifications?.events.order
  return {
    kind: 'owner',
    stopped: isOff(events),
    change: (stopped) =>
      accounts.setNotifications(account.uid, {
        ...kept,
        events: {
          ...(stopped ? noNotifications : usualNotifications).events,
          ...(order && { order }),
        },
      }),
  }
}

function isOff({ order: _, ...events }: Notifications['events']): boolean {
  return Object.values(events).every((mode) => mode === 'off')
}
