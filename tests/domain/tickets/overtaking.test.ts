import { expect, test } from 'vitest'
import { isOvertaken } from '~/domain/tickets/overtaking'

const ticket = { lastSeq: 5, answeredSeq: 4, answeredBy: 'mara' }

test.each([
  ['by an answer that the page did not show', ticket, { reader: 'ada', seen: 3 }, true],
  ['not by one that it showed', ticket, { reader: 'ada', seen: 4 }, false],
  ['not by one that it showed as the newest message', ticket, { reader: 'ada', seen: 5 }, false],
  [
    'by an answer, where the page names a message that is not there',
    ticket,
    { reader: 'ada', seen: 6 },
    true,
  ],
  ['by an answer, where the page names none', ticket, { reader: 'ada' }, true],
  ['not by its writer', ticket, { reader: 'mara', seen: 3 }, false],
  ['not by nobody', { lastSeq: 5 }, { reader: 'ada', seen: 1 }, false],
  ['not where its writer is unknown', ticket, { seen: 1 }, false],
] as const)('a reply is overtaken %s', (_, about, writing, overtaken) => {
  expect(isOvertaken(about, writing)).toBe(overtaken)
})
