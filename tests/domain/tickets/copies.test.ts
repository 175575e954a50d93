import { describe, expect, test } from 'vitest'
import {
  copiedLast,
  copiesOf,
  copiesTyped,
  isNamedByVisitor,
  tidyCopies,
} from '~/domain/tickets/copies'
import type { Message } from '~/domain/tickets/messages'

const ticket = { visitorEmail: 'vera@example.com' }

describe('copies', () => {
  test('are at most ten addresses, each once, without those of desk and visitor', () => {
    const given = ['Bob@Example.com', 'bob@example.com', 'no address', 'vera@example.com', '']
    expect(tidyCopies(given, ['VERA@example.com'])).toEqual(['Bob@Example.com'])
    const many = Array.from({ length: 30 }, (_, at) => `guest-${at}@example.com`)
    expect(tidyCopies(many, [])).toEqual(many.slice(0, 10))
  })

  test('of a conversation are those in its e-mails, the newest first', () => {
    const quiet = { key: 'k', from: 'x@example.com', proven: false, quiet: 'automatic' } as const
    const messages: Parameters<typeof isNamedByVisitor>[1][number][] = [
      { author: 'visitor', copies: ['bob@example.com', 'vera@example.com'] },
      { author: 'owner', copies: ['kim@example.com'] },
      { author: 'visitor', copies: ['list@example.com'], mail: quiet },
      { author: 'visitor', copies: ['eve@example.com', 'BOB@example.com'] },
    ]
    expect(copiesOf(ticket, messages)).toEqual([
      ...['eve@example.com', 'BOB@example.com', 'kim@example.com'],
    ])
    expect(isNamedByVisitor('bob@example.com', messages)).toBe(true)
    for (const other of ['kim@example.com', 'list@example.com'])
      expect(isNamedByVisitor(other, messages)).toBe(false)
  })

  test('Copies of the last answer are those that its writer chose', () => {
    const told: Pick<Message, 'author' | 'kind' | 'copies' | 'mail'>[] = [
      { author: 'owner', kind: 'text', copies: ['kim@example.com'] },
      { author: 'owner', kind: 'text', copies: ['eva@example.com'] },
      { author: 'owner', kind: 'note' },
      { author: 'visitor', kind: 'text', copies: ['bob@example.com'] },
      { author: 'owner', kind: 'text', mail: { key: 'k', from: '', proven: true, byMember: true } },
    ]
    const messages = told.map((each, at) => ({ ...each, seq: at + 1, createdAt: new Date(at) }))
    expect(copiedLast(messages)).toEqual(['eva@example.com'])
    // A merged ticket's messages come last, whenever they were written.
    const earlier = { author: 'owner', kind: 'text', seq: 6, createdAt: new Date(-1) } as const
    expect(copiedLast([...messages, earlier])).toEqual(['eva@example.com'])
    expect(copiedLast([...messages, { ...earlier, createdAt: new Date(6) }])).toEqual([])
    expect(copiedLast([])).toEqual([])
  })

  test('that a member types are addresses, each once, at most ten', () => {
    const typed = 'Bob@Example.com; eve@example.com,bob@example.com\nvera@example.com'
    expect(copiesTyped(typed, ['VERA@example.com'])).toEqual({
      copies: ['Bob@Example.com', 'eve@example.com'],
    })
    expect(copiesTyped(' , ', [])).toEqual({ copies: [] })
    expect(copiesTyped('eve@example.com, bob', [])).toEqual({ problem: 'invalid', address: 'bob' })
    const many = Array.from({ length: 11 }, (_, at) => `guest-${at}@example.com`)
    expect(copiesTyped(many.slice(1).join(), [])).toEqual({ copies: many.slice(1) })
    expect(copiesTyped(many.join(), [])).toEqual({ problem: 'many', address: '' })
    expect(copiesTyped(many.join(), many.slice(0, 1))).toEqual({ copies: many.slice(1) })
  })
})
