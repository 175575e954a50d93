import type { Attachment } from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { invitationIn } from '../../../app/adapters/mail-reader/invitation'

const inFile = (content: string) =>
  invitationIn([{ mimeType: 'text/calendar', content } as unknown as Attachment])

const calendar = (event: string, around = '') =>
  inFile(
    `BEGIN:VCALENDAR\n${around}\nBEGIN:VEVENT\nUID:1\n${event}\nEND:VEVENT\nEND:VCALENDAR`.replace(
      /\n+/g,
      '\r\n',
    ),
  )

/** As Outlook names and describes Berlin's time. */
const zone = `BEGIN:VTIMEZONE
TZID:W. Europe Standard Time
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE`

describe('An invitation', () => {
  test.each([
    ['in UTC', 'DTSTART:20260715T160000Z', '', '2026-07-15T16:00:00.000Z'],
    ['in Berlin', 'DTSTART;TZID=Europe/Berlin:20260715T180000', '', '2026-07-15T16:00:00.000Z'],
    [
      'in the time of Outlook',
      'DTSTART;TZID=W. Europe Standard Time:20261215T180000',
      zone,
      '2026-12-15T17:00:00.000Z',
    ],
    ['of a day', 'DTSTART;VALUE=DATE:20260715', '', '2026-07-15'],
  ])('%s has its time', (_, start, around, begins) => {
    expect(calendar(start, around)).toMatchObject({ kind: 'invitation', begins })
  })

  test('an event of several days ends with its last one', () => {
    const days = 'DTSTART;VALUE=DATE:20260715\nDTEND;VALUE=DATE:20260718'
    expect(calendar(days)).toMatchObject({ begins: '2026-07-15', ends: '2026-07-17' })
  })

  const at = 'DTSTART:20260715T160000Z'

  test('names its people and place, in one line each', () => {
    const people =
      'ORGANIZER;CN=Mara:mailto:m@a.example\nATTENDEE;CN="Weber, Jo":mailto:j@a.example'
    const words = 'SUMMARY:Two\\nlines\nLOCATION:Café\\, Köln\nRRULE:FREQ=WEEKLY'
    expect(calendar(`${at}\n${people}\n${words}`)).toEqual({
      ...{ kind: 'invitation', begins: '2026-07-15T16:00:00.000Z', what: 'Two lines' },
      ...{ repeats: true, place: 'Café, Köln', by: 'Mara', with: ['Weber, Jo'] },
    })
  })

  test('an event that is called off says so, and so does a reply to it', () => {
    const jo = 'ATTENDEE;PARTSTAT=ACCEPTED;CN=Jo:mailto:j@a.example'
    expect(calendar(at, 'METHOD:CANCEL')).toMatchObject({ kind: 'cancelled' })
    expect(calendar(`${at}\n${jo}`, 'METHOD:REPLY')).toMatchObject({ kind: 'accepted', by: 'Jo' })
  })

  test.each([
    ['no time', calendar('SUMMARY:x')],
    ['a wrong time', calendar('DTSTART:99999')],
    ['no appointment', inFile('BEGIN:VCALENDAR\r\nEND:VCALENDAR')],
    ['other words', inFile('<script>alert(1)</script>')],
    ['100 kB', inFile(`BEGIN:VCALENDAR\r\n${'X-A:b\r\n'.repeat(20_000)}`)],
    ['a thousand beginnings', inFile('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n'.repeat(1_000))],
  ])('is not what has %s', (_, found) => {
    expect(found).toBeUndefined()
  })
})
