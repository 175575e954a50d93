import { expect, test } from 'vitest'
import type { Membership } from '../../app/domain/desks/members'
import type { HistoryEntry } from '../../app/domain/tickets/history-entries'
import { historyLines } from '../../app/routes/($lang).dashboard.tickets/ticket/history.server'
import { en } from '../support/locales'

const reader = { desk: { timeZone: 'UTC' }, member: { uid: 'ada' } } as Membership

/** As their ticket, number 7, tells them to the one who did it. */
function told(entries: Pick<HistoryEntry, 'number' | 'actor' | 'kind' | 'detail'>[]): string[] {
  const all = entries.map((each, index) => ({ ...each, at: new Date(index), byUid: 'ada' }))
  return historyLines(all, 7, reader, 'en').map(({ text }) => text)
}

const filled = (text: string, detail = '') =>
  text.replace('{{who}}', en.history.you).replace('{{detail}}', detail)

test('A ticket’s history says of a part that came back from a split that it was split off', () => {
  const lines = told([
    { number: 7, actor: 'visitor', kind: 'started', detail: '' },
    { number: 8, actor: 'visitor', kind: 'started', detail: '' },
    { number: 8, actor: 'owner', kind: 'split-from', detail: '7' },
  ])
  expect(lines).toEqual([
    en.history.visitor.started,
    `8: ${filled(en.history.owner['split-from'], '7')}`,
  ])
})

test('A ticket’s history tells the end of a block from a release from spam', () => {
  const { release, block, unblock, hold } = en.history.owner
  const owner = { number: 7, actor: 'owner' } as const
  const lines = told([
    { number: 7, actor: 'desk', kind: 'held', detail: 'links' },
    { ...owner, kind: 'release', detail: 'open' },
    { ...owner, kind: 'block', detail: 'held' },
    { ...owner, kind: 'release', detail: 'open' },
    { ...owner, kind: 'hold', detail: 'held' },
    { ...owner, kind: 'release', detail: 'open' },
  ])
  expect(lines.slice(1)).toEqual(
    [release, block, unblock, hold, release].map((each) => filled(each)),
  )
})
