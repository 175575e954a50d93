import { expect, test } from 'vitest'
import { writtenAt } from '~/domain/mail-in/letters'
import { newMailbox, numberedAnew } from '~/domain/mail-in/mailboxes'

const now = new Date('2026-03-04T11:00:00Z')
const arrived = new Date('2024-05-06T08:00:00Z')

test.each([
  ['as it says', '2024-05-05T20:00:00Z', '2024-05-05T20:00:00Z'],
  ['as it says, although it came to this mailbox years later', '2019-01-02', '2019-01-02'],
  ['when it arrived, if it says a later time', '2031-01-01', '2024-05-06T08:00:00Z'],
  ['when it arrived, if its clock was never set', '1970-01-01', '2024-05-06T08:00:00Z'],
  ['when it arrived, if it says nothing readable', 'yesterday', '2024-05-06T08:00:00Z'],
])('An old e-mail is dated %s', (_, said, expected) => {
  expect(writtenAt(said, arrived, now)).toEqual(new Date(expected))
})

test('An old e-mail is never dated in the future', () => {
  expect(writtenAt(undefined, new Date('2027-01-01'), now)).toEqual(now)
})

test('A mailbox that is connected has only old e-mails, the newest of which come first', () => {
  const found = { uidValidity: '7', uidNext: 101, count: 90 }
  const first = numberedAnew(newMailbox('a'), found)
  expect(first).toMatchObject({ lastUid: 100, below: 101, left: 90, oldUid: 100 })
  const read = { ...first, below: 0, left: 0 }
  const again = { uidValidity: '8', uidNext: 31, count: 30 }
  expect(numberedAnew(read, again)).toMatchObject({ lastUid: 30, below: 31, left: 30, oldUid: 0 })
  // What was never read is still old.
  expect(numberedAnew(first, again)).toMatchObject({ oldUid: 30 })
})
