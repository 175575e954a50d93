import { describe, expect, test } from 'vitest'
import { chosenCopies, copiesOf, tidyCopies } from '~/domain/tickets/copies'

const ticket = { visitorEmail: 'vera@example.com' }

describe('copies', () => {
  test('are at most ten addresses, each once, without those of desk and visitor', () => {
    const given = ['Bob@Example.com', 'bob@example.com', 'no address', 'vera@example.com', '']
    expect(tidyCopies(given, ['VERA@example.com'])).toEqual(['Bob@Example.com'])
    const many = Array.from({ length: 30 }, (_, at) => `guest-${at}@example.com`)
    expect(tidyCopies(many, [])).toEqual(many.slice(0, 10))
  })

  test('of a conversation are those in its visitor’s e-mails, the newest first', () => {
    const quiet = { key: 'k', from: 'x@example.com', proven: false, quiet: 'automatic' } as const
    expect(
      copiesOf(ticket, [
        { author: 'visitor', copies: ['bob@example.com', 'vera@example.com'] },
        { author: 'owner', copies: ['mallory@example.com'] },
        { author: 'visitor', copies: ['list@example.com'], mail: quiet },
        { author: 'visitor', copies: ['eve@example.com', 'BOB@example.com'] },
      ]),
    ).toEqual(['eve@example.com', 'BOB@example.com'])
  })

  test('that a form names count only where the conversation has them', () => {
    const known = ['bob@example.com', 'eve@example.com']
    expect(chosenCopies('eve@example.com, mallory@example.com', known)).toEqual(['eve@example.com'])
    expect(chosenCopies('nonsense,,', known)).toEqual([])
  })
})
