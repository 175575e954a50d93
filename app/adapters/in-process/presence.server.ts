import type {
  Attendance,
  PresenceStore,
  Side,
  TicketRef,
  Whereabouts,
} from '../../domain/live/presence'

/** Times in milliseconds since 1970. */
interface Room {
  ticketRef: TicketRef
  signs: Record<Side, Map<string, number>>
  typingUntil: Record<Side, number>
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
    const room: Room = {
      ticketRef,
      signs: { owner: new Map(), visitor: new Map() },
      typingUntil: { owner: 0, visitor: 0 },
    }
    rooms.set(ticketRef.ticketId, room)
    desks.set(ticketRef.deskId, (desks.get(ticketRef.deskId) ?? new Set()).add(room))
    return room
  }

  function clear(room: Room, now: number) {
    const { signs, typingUntil, ticketRef } = room
    for (const side of [signs.owner, signs.visitor]) {
      side.forEach((until, sign) => {
        if (until <= now) side.delete(sign)
      })
    }
    if (signs.owner.size + signs.visitor.size > 0) return
    if (typingUntil.owner > now || typingUntil.visitor > now) return
    rooms.delete(ticketRef.ticketId)
    desks.get(ticketRef.deskId)?.delete(room)
    if (desks.get(ticketRef.deskId)?.size === 0) desks.delete(ticketRef.deskId)
  }

  return {
    async arrive(ticketRef, side, sign, until, now) {
      enter(ticketRef, now).signs[side].set(sign, until.getTime())
    },
    async type(ticketRef, side, until, now) {
      enter(ticketRef, now).typingUntil[side] = until.getTime()
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

function attendance(room: Room | undefined, now: number): Attendance {
  const [owner, visitor] = [whereabouts(room, 'owner', now), whereabouts(room, 'visitor', now)]
  const ends = [owner.until, visitor.until].filter((until) => until > now)
  return {
    owner: owner.is,
    visitor: visitor.is,
    changesAt: ends.length > 0 ? new Date(Math.min(...ends)) : undefined,
  }
}

function whereabouts(room: Room | undefined, side: Side, now: number) {
  const typing = room?.typingUntil[side] ?? 0
  if (typing > now) return { is: 'typing' as Whereabouts, until: typing }
  let until = 0
  room?.signs[side].forEach((each) => {
    until = Math.max(until, each)
  })
  return { is: (until > now ? 'here' : 'away') as Whereabouts, until }
}
