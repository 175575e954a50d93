import type { LiveBus } from '../../domain/live/live'
import {
  type Attendee,
  eventsAt,
  grace,
  type PresenceStore,
  type TicketRef,
  whereaboutsOf,
} from '../../domain/live/presence'
import { isSamePage, type VisitedPage } from '../../domain/live/visited-page'
import { createPresenceStore } from '../in-process/presence.server'

/** A sign of somebody at a place, or of the page that a visitor looks at; typing without either. */
export interface Sign extends TicketRef {
  side: 'owner' | 'visitor'
  /** Of a member. */
  uid?: string
  name?: string
  page?: VisitedPage
  /** Milliseconds since 1970. */
  until: number
}

export interface SharedPresence {
  presence: PresenceStore
  hear(sign: Sign, from: string): void
  /** Anybody seen by this instance alone is away in a moment. */
  left(instance: string): void
  repeat(): void
  forget(): void
}

interface Options {
  id: string
  say(sign: Sign, when: 'now' | 'soon'): void
  live: LiveBus
  now(): Date
}

/** Each instance knows the signs of all, so reading makes no request. */
export function createSharedPresence({ id, say, live, now }: Options): SharedPresence {
  const all = createPresenceStore()
  const signs = new Map<string, Map<string, Sign>>()

  /** Returns whether the sign existed. */
  function take(sign: Sign, from: string, at: Date): boolean {
    const until = new Date(sign.until)
    const { deskId, ticketId, number } = sign
    const ticketRef = { deskId, ticketId, number }
    const who = attendeeOf(sign)
    // Neither is repeated: another comes soon.
    if (sign.page) {
      all.visit(ticketRef, sign.page, until, at)
      return false
    }
    if (sign.name === undefined) {
      all.type(ticketRef, who, until, at)
      return false
    }
    all.arrive(ticketRef, who, `${from} ${sign.name}`, until, at)
    const own = signs.get(from) ?? new Map<string, Sign>()
    signs.set(from, own)
    const key = [sign.ticketId, sign.side, sign.uid, sign.name].join(' ')
    const known = own.get(key)
    own.set(key, sign)
    return known !== undefined && known.until > at.getTime()
  }

  /** Takes a sign from another instance, and announces its change here. */
  async function hear(sign: Sign, from: string) {
    const at = now()
    const before = all.at(sign.ticketId, at)
    take(sign, from, at)
    const after = all.at(sign.ticketId, at)
    const [one, other] = await Promise.all([before, after])
    const who = attendeeOf(sign)
    const moved = !isSamePage(one.page, other.page)
    if (moved || whereaboutsOf(one, who) !== whereaboutsOf(other, who)) {
      for (const [topic, event] of eventsAt(sign)) live.publish(topic, event)
    }
  }

  return {
    presence: {
      async arrive(ticketRef, who, name, until, at) {
        const sign = { ...ticketRef, ...byWhom(who), name, until: until.getTime() }
        const renewed = take(sign, id, at)
        // The end of a sign is announced at once; its renewal can wait.
        const shorter = until.getTime() - at.getTime() <= grace
        say(sign, renewed && !shorter ? 'soon' : 'now')
      },
      async type(ticketRef, who, until, at) {
        const sign = { ...ticketRef, ...byWhom(who), until: until.getTime() }
        take(sign, id, at)
        say(sign, 'now')
      },
      async visit(ticketRef, page, until, at) {
        const { page: before } = await all.at(ticketRef.ticketId, at)
        const sign = { ...ticketRef, ...byWhom('visitor'), page, until: until.getTime() }
        take(sign, id, at)
        const shorter = until.getTime() - at.getTime() <= grace
        say(sign, isSamePage(before, page) && !shorter ? 'soon' : 'now')
      },
      at: all.at,
      around: all.around,
    },
    hear,
    left(instance) {
      const soon = now().getTime() + grace
      for (const sign of signs.get(instance)?.values() ?? []) {
        if (sign.until > soon) hear({ ...sign, until: soon }, instance)
      }
      signs.delete(instance)
    },
    repeat() {
      for (const sign of signs.get(id)?.values() ?? []) say(sign, 'now')
    },
    forget() {
      const at = now().getTime()
      for (const [instance, held] of signs) {
        for (const [key, { until }] of held) if (until <= at) held.delete(key)
        if (held.size === 0) signs.delete(instance)
      }
    },
  }
}

function byWhom(who: Attendee): Pick<Sign, 'side' | 'uid'> {
  return who === 'visitor' ? { side: who } : { side: 'owner', uid: who.uid }
}

function attendeeOf({ side, uid = '' }: Sign): Attendee {
  return side === 'visitor' ? side : { uid }
}
