import { describe, expect, it } from 'vitest'
import { isCopyPart, mailKeyOf, noticeOf, partOf } from '~/domain/outbox/mail-parts'
import { isToMember, ticketMailKinds } from '~/domain/outbox/mails'

/** What a key has after its kind and ticket: numbers of messages or times. */
const about = ['1', '12 14', '1767603600000']

describe('the return path of an e-mail to a guest', () => {
  it.each(ticketMailKinds.filter((kind) => !isToMember(kind)))('leads back to a %s', (kind) => {
    for (const each of about) {
      const key = `${kind} ticket ${each}`
      const part = partOf({ kind }, key)
      expect(part).toMatch(/^[0-9a-z-]+$/)
      expect(mailKeyOf('ticket', part)).toBe(key)
      expect(isCopyPart(part)).toBe(kind === 'visitor-copy')
    }
  })
})

it('the parts of two kinds are never the same', () => {
  const parts = ticketMailKinds.map((kind) => partOf({ kind }, `${kind} ticket 1`))
  expect(new Set(parts).size).toBe(ticketMailKinds.length)
})

it('an e-mail to a member has no return path of a guest’s', () => {
  for (const kind of ticketMailKinds.filter(isToMember)) {
    expect(mailKeyOf('ticket', partOf({ kind }, `${kind} ticket 1`))).toBeUndefined()
  }
})

it('a notice about one ticket names its reader, and how long the ticket had waited', () => {
  const of = (kind: 'owner-news' | 'given', about: string) =>
    noticeOf(partOf({ kind }, `${kind} ticket ${about}`), 'desk')
  const found = { as: 'answer', reader: 'ben', waitingSince: 17 }
  expect(of('owner-news', '4 17 ben')).toEqual(found)
  expect(of('given', '1767603600000 17 ben')).toEqual(found)
  expect(of('given', '1767603600000 undefined')).toMatchObject({ reader: 'desk' })
})
