import { describe, expect, it, test } from 'vitest'
import { whyNoMail } from '~/domain/letters/visitor-mails'
import { stateChange } from '~/domain/tickets/changes'
import { mergeChanges } from '~/domain/tickets/merging'
import type { Ticket } from '~/domain/tickets/tickets'
import { exampleTicket, minute } from '../../contracts/examples'

const ticket = (fields: Partial<Ticket>): Ticket => ({
  ...exampleTicket('desk-ada', 'a'),
  number: 1,
  priority: 'normal',
  tags: [],
  lastSeq: 1,
  visitorSeenSeq: 0,
  ownerSeenSeq: 0,
  updatedAt: minute(0),
  ...fields,
})

test.each([
  ['may leave', {}, {}, undefined],
  ['may not while the owner is unverified', {}, { verified: false }, 'unverified'],
  ['may not while it is held', { state: 'held', heldFor: 'trap' }, {}, 'held'],
  ['may not once it was put away unreleased', { state: 'closed', heldFor: 'trap' }, {}, 'held'],
  ['may leave after it was released', { releasedAt: minute(1) }, {}, undefined],
  ['may not once it was stopped', { releasedAt: minute(1) }, { stopped: true }, 'stopped'],
] as const)('an e-mail to a visitor %s', (_, fields, facts, why) => {
  expect(whyNoMail(ticket(fields), { verified: true, stopped: false, ...facts })).toBe(why)
})

describe('visitors of suspected spam get an e-mail', () => {
  const held = ticket({ state: 'held', heldFor: 'links' })

  it.each([
    ['released', 'open', ['release']],
    ['closed and reopened', 'open', ['close', 'reopen']],
    ['closed, blocked and let in again', 'closed', ['close', 'block', 'release']],
  ] as const)('once it is %s', (_, state, events) => {
    let now = held
    for (const event of events) {
      const { history: _, ...change } = stateChange(now, event, 'owner', minute(1)) ?? {}
      now = { ...now, ...change }
    }
    expect(now).toMatchObject({ state, releasedAt: minute(1) })
    expect(whyNoMail(now, { verified: true, stopped: false })).toBeUndefined()
  })

  it('but not for one that was merged before its release', () => {
    const closed = ticket({ id: 'b', state: 'closed', heldFor: 'links' })
    const changes = mergeChanges(closed, ticket({ state: 'open' }), minute(2))
    expect(changes).toMatchObject({ target: { releasedAt: undefined } })
  })

  it('and not where it was released because the visitor stayed, or was only blocked', () => {
    expect(stateChange(held, 'release', 'desk', minute(1))?.releasedAt).toBeUndefined()
    const blocked = ticket({ state: 'held', heldFor: 'blocked' })
    expect(stateChange(blocked, 'release', 'owner', minute(1))?.releasedAt).toBeUndefined()
  })
})
