import {
  type Attendance,
  type Attendee,
  mostMembers,
  type PresenceStore,
  type TicketRef,
  type Whereabouts,
} from '../../domain/live/presence'
import type { VisitedPage } from '../../domain/live/visited-page'

/** Of one attendee. Times in milliseconds since 1970. */
interface Signs {
  pages: Map<string, number>
  typingUntil: number
}

interface Room {
  ticketRef: TicketRef
  visitor: Signs
  /** By account. */
  members: Map<string, Signs>
  visited?: { page: VisitedPage; until: number }
}

export function createPresenceStore(): PresenceStore {
  const rooms = new Map<string, Room>()
  const desks = new Map<string, Set<Room>>()
  let sweep = rooms.values()

  /** Clears a room or two with each sign: all of them at once would hold the event loop. */
  function enter(ticketRef: TicketRef, now: Date): Room {
    for (let looked = 0; looked < 2; looked += 1) {
      const { value } = sweep.next()
      if (value) clear(value, now.getTime())
      else sweep = rooms.values()
    }
    const known = rooms.get(ticketRef.ticketId)
    if (known) return known
    const room: Room = { ticketRef, visitor: noSigns(), members: new Map() }
    rooms.set(ticketRef.ticketId, room)
    desks.set(ticketRef.deskId, (desks.get(ticketRef.deskId) ?? new Set()).add(room))
    return room
  }

  function clear(room: Room, now: number) {
    const { visitor, members, ticketRef } = room
    prune(members, now)
    const looks = room.visited !== undefined && room.visited.until > now
    if (!haveEnded(visitor, now) || members.size > 0 || looks) return
    rooms.delete(ticketRef.ticketId)
    desks.get(ticketRef.deskId)?.delete(room)
    if (desks.get(ticketRef.deskId)?.size === 0) desks.delete(ticketRef.deskId)
  }

  function signsOf(ticketRef: TicketRef, who: Attendee, now: Date): Signs {
    const { visitor, members } = enter(ticketRef, now)
    if (who === 'visitor') return visitor
    if (members.size >= mostMembers) prune(members, now.getTime())
    const signs = members.get(who.uid) ?? noSigns()
    if (members.size < mostMembers) members.set(who.uid, signs)
    return signs
  }

  return {
    async arrive(ticketRef, who, sign, until, now) {
      signsOf(ticketRef, who, now).pages.set(sign, until.getTime())
    },
    async type(ticketRef, who, until, now) {
      signsOf(ticketRef, who, now).typingUntil = until.getTime()
    },
    async visit(ticketRef, page, until, now) {
      enter(ticketRef, now).visited = { page, until: until.getTime() }
    },
    async at(ticketId, now) {
      return attendance(rooms.get(ticketId), now.getTime())
    },
    async around(deskId, now) {
      return [...(desks.get(deskId) ?? [])]
        .map((room) => ({ ...room.ticketRef, ...attendance(room, now.getTime()) }))
        .filter(({ changesAt }) => changesAt)
    },
  }
}

function prune(members: Room['members'], now: number) {
  for (const [uid, signs] of members) if (haveEnded(signs, now)) members.delete(uid)
}

function noSigns(): Signs {
  return { pages: new Map(), typingUntil: 0 }
}

/** Forgets pages that have ended; returns whether nothing is left. */
function haveEnded({ pages, typingUntil }: Signs, now: number): boolean {
  for (const [page, until] of pages) if (until <= now) pages.delete(page)
  return pages.size === 0 && typingUntil <= now
}

function attendance(room: Room | undefined, now: number): Attendance {
  const visitor = whereabouts(room?.visitor, now)
  const members = [...(room?.members ?? [])]
    .map(([uid, signs]) => ({ uid, ...whereabouts(signs, now) }))
    .filter(({ is }) => is !== 'away')
  const visited = room?.visited && room.visited.until > now ? room.visited : undefined
  const ends = [visitor, ...members, ...(visited ? [visited] : [])].flatMap(({ until }) =>
    until > now ? [until] : [],
  )
  const typing = members.some(({ is }) => is === 'typing')
  return {
    owner: typing ? 'typing' : members.length > 0 ? 'here' : 'away',
    visitor: visitor.is,
    members: members.map(({ uid, is }) => ({ uid, is })),
    page: visited?.page,
    changesAt: ends.length > 0 ? new Date(Math.min(...ends)) : undefined,
  }
}

function whereabouts(signs: Signs | undefined, now: number): { is: Whereabouts; until: number } {
  const typing = signs?.typingUntil ?? 0
  if (typing > now) return { is: 'typing', until: typing }
  const until = Math.max(0, ...(signs?.pages.values() ?? []))
  return { is: until > now ? 'here' : 'away', until }
}
