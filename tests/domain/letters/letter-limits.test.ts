import { describe, expect, it, test } from 'vitest'
import { isProven, letterBuckets, sortOf } from '~/domain/letters/letter-limits'
import type { Message } from '~/domain/tickets/messages'
import { exampleMessage, minute } from '../../contracts/examples'

const day = 24 * 60
const to = 'Vera@Example.com'

/** As `name holder most/within`, of a desk that is `age` days old. */
function taken(
  kind: Parameters<typeof sortOf>[0],
  begun: 'guest' | 'desk',
  proven: boolean,
  age = 8,
) {
  const sort = sortOf(kind, { author: begun === 'desk' ? 'owner' : 'visitor' })
  const desk = { id: 'desk', createdAt: minute(0) }
  return letterBuckets({ kind, sort, desk, to, proven }, minute(age * day)).map(
    ({ limit: { name, most, within }, holder }) =>
      `${name} ${holder} ${most}/${within / 3_600_000}h`,
  )
}

const [typed, known] = [false, true]

test.each([
  ['an answer to who wrote, proven', 'visitor-answer', 'guest', known, []],
  [
    'an answer to an address that was typed',
    'visitor-answer',
    'guest',
    typed,
    ['answer vera@example.com 5/1h', 'answer vera@example.com 20/24h', 'answers desk 100/1h'],
  ],
  ['an answer to who was written to first and came back', 'visitor-answer', 'desk', known, []],
  [
    'the first words to somebody',
    'visitor-answer',
    'desk',
    typed,
    ['repeat first vera@example.com 3/24h', 'first desk 50/24h'],
  ],
  ['a copy to who has written from it', 'visitor-copy', 'guest', known, []],
  [
    'a copy to an address that somebody named',
    'visitor-copy',
    'guest',
    typed,
    [
      'answer copy vera@example.com 5/1h',
      'answer copy vera@example.com 20/24h',
      'copy desk 100/24h',
    ],
  ],
  ...(['receipt', 'reminder', 'rating', 'released', 'link'] as const).map(
    (notice) =>
      [
        `a ${notice}`,
        `visitor-${notice}`,
        'guest',
        known,
        [
          `notice visitor-${notice} desk 300/24h`,
          `repeat visitor-${notice} vera@example.com 3/24h`,
        ],
      ] as const,
  ),
] as const)('%s takes its own limits alone', (_, kind, begun, proven, limits) => {
  expect(taken(kind, begun, proven)).toEqual(limits)
})

it('only desks of less than a week share limits, and only for strangers', () => {
  const shared = (...[kind, begun, proven, age]: Parameters<typeof taken>) =>
    taken(kind, begun, proven, age).filter((each) => each.includes('  '))
  expect(shared('visitor-answer', 'guest', typed, 6)).toEqual(['answers  200/1h'])
  expect(shared('visitor-answer', 'desk', typed, 6)).toEqual(['first  500/24h'])
  expect(shared('visitor-answer', 'guest', typed, 7)).toEqual([])
  expect(shared('visitor-answer', 'guest', known, 6)).toEqual([])
})

describe('an address is proven', () => {
  const said = (seq: number, fields: Partial<Message> = {}): Message => ({
    ...exampleMessage(`m${seq}`),
    ticketId: 'a',
    seq,
    attachments: undefined,
    ...fields,
  })
  const mail = (fields: Partial<Message['mail']> = {}) => ({
    mail: { key: 'k', from: 'vera@example.com', proven: false, ...fields },
  })
  const byDesk = { author: 'owner' } as const
  const guest = { visitorEmail: 'Vera@example.com', visitorSeenSeq: 0 }
  const back = { ...guest, visitorSeenSeq: 1 }

  it.each([
    ['by a DMARC pass', guest, to, [said(1, mail({ proven: true }))], true],
    ['not by a From alone', guest, to, [said(1, mail())], false],
    ['by the link that only our letter had', back, to, [said(1, mail())], true],
    ['by the link of who was written to first', back, to, [said(1, byDesk)], true],
    ['not by the page of a chat, where it was typed', back, to, [said(1), said(2, byDesk)], false],
    ['by a reply that has the token of our letter', guest, to, [said(1), said(2, mail())], true],
    [
      'not by a reply from another address',
      guest,
      to,
      [said(1), said(2, mail({ from: 'eve@example.com' }))],
      false,
    ],
    ['not by what was merged', guest, to, [said(1), said(2, { ...mail(), mergedFrom: 7 })], false],
    [
      'not by a program that answers',
      guest,
      to,
      [said(1), said(2, mail({ quiet: 'automatic' }))],
      false,
    ],
    [
      'not by words of somebody in copy',
      guest,
      to,
      [said(1), said(2, mail({ byCopy: true }))],
      false,
    ],
    [
      'for somebody in copy by an e-mail of theirs',
      guest,
      'bob@example.com',
      [said(1), said(2, mail({ from: 'bob@example.com', byCopy: true, proven: true }))],
      true,
    ],
    [
      'not for somebody in copy by the visitor’s',
      back,
      'bob@example.com',
      [said(1, mail({ proven: true }))],
      false,
    ],
  ] as const)('%s', (_, ticket, address, messages, proven) => {
    expect(isProven(ticket, address, messages[0], messages)).toBe(proven)
  })
})
