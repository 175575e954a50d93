import type {
  Attendance,
  Place,
  PresenceStore,
  Side,
  Whereabouts,
} from '../../domain/live/presence'

/** Times in milliseconds since 1970. */
interface Room {
  place: Place
  signs: Record<Side, Map<string, number>>
  typingUntil: Record<Side, number>
}

/** Expired signs are cleared after this many new ones. */
const clearedEvery = 1_000

export function createPresenceStore(): PresenceStore {
  const rooms = new Map<string, Room>()
  const desks = new Map<string, Set<Room>>()
  let signs = 0

  function enter(place: Place, now: Date): Room {
    signs += 1
    if (signs % clearedEvery === 0) clear(now.getTime())
    const known = rooms.get(place.ticketId)
    if (known) return known
    const room: Room = {
      place,
      signs: { owner: new Map(), visitor: new Map() },
      typingUntil: { owner: 0, visitor: 0 },
    }
    rooms.set(place.ticketId, room)
    desks.set(place.deskId, (desks.get(place.deskId) ?? new Set()).add(room))
    return room
  }

  function clear(now: number) {
    for (const [ticketId, room] of rooms) {
      for (const signs of Object.values(room.signs)) {
        for (const [sign, until] of signs) if (until <= now) signs.delete(sign)
      }
      if (attendance(room, now).changesAt) continue
      rooms.delete(ticketId)
      const { deskId } = room.place
      desks.get(deskId)?.delete(room)
      if (desks.get(deskId)?.size === 0) desks.delete(deskId)
    }
  }

  return {
    async arrive(place, side, sign, until, now) {
      enter(place, now).signs[side].set(sign, until.getTime())
    },
    async type(place, side, until, now) {
      enter(place, now).typingUntil[side] = until.getTime()
    },
    async at(ticketId, now) {
      return attendance(rooms.get(ticketId), now.getTime())
    },
    async around(deskId, now) {
      return [...(desks.get(deskId) ?? [])]
        .map((room) => ({ ...room.place, ...attendance(room, now.getTime()) }))
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
  const until = Math.max(0, ...(room?.signs[side].values() ?? []))
  return { is: (until > now ? 'here' : 'away') as Whereabouts, until }
}
