import { describe, expect, it } from 'vitest'
import { forwardedIn } from '~/domain/mail-in/forwards'

const vera = { name: 'Vera Blum', address: 'vera@guest.example' }
const from = 'Vera Blum <vera@guest.example>'
const rule = '________________________________'

/** How programs send on a letter of Vera's, in English and German: what stands above its words. */
const headers: Record<string, [subject: string, lines: string[]]> = {
  'Gmail, en': [
    'Fwd: A table',
    [
      '---------- Forwarded message ---------',
      `From: *Vera Blum* <vera@guest.example>`,
      'Date: Mon, 5 Jan 2026 at 10:00',
      'Subject: A table',
      'To: <mara@cafe.example>',
    ],
  ],
  'Gmail, de': [
    'Fwd: A table',
    [
      '---------- Forwarded message ---------',
      `Von: ${from}`,
      'Date: Mo., 5. Jan. 2026 um 10:00 Uhr',
      'Subject: A table',
      'To: <mara@cafe.example>',
    ],
  ],
  'Outlook, en': [
    'FW: A table',
    [
      rule,
      `From: ${from}`,
      'Sent: Monday, January 5, 2026 10:00 AM',
      'To: Mara <mara@cafe.example>',
      'Subject: A table',
    ],
  ],
  'Outlook, de': [
    'WG: A table',
    [
      'Von: Vera Blum [mailto:vera@guest.example]',
      'Gesendet: Montag, 5. Januar 2026 10:00',
      'An: Mara <mara@cafe.example>',
      'Betreff: A table',
    ],
  ],
  'Outlook of old, en': [
    'FW: A table',
    [
      '-----Original Message-----',
      `From: "Vera Blum" <vera@guest.example>`,
      'Sent: Monday, January 5, 2026 10:00 AM',
      'To: Mara; Jonas',
      'Subject: A table',
    ],
  ],
  'Apple, en': [
    'Fwd: A table',
    [
      '> Begin forwarded message:',
      '> ',
      `> From: ${from}`,
      '> Subject: A table',
      '> Date: 5 January 2026 at 10:00:00 CET',
      '> To: mara@cafe.example',
    ],
  ],
  'Apple, de': [
    'Fwd: A table',
    [
      'Anfang der weitergeleiteten Nachricht:',
      '',
      `*Von: *${from}`,
      '*Betreff: **A table*',
      '*Datum: *5. Januar 2026 um 10:00:00 MEZ',
      '*An: *mara@cafe.example',
    ],
  ],
  'Thunderbird, en': [
    'Fwd: A table',
    [
      '-------- Forwarded Message --------',
      'Subject: \tA table',
      'Date: \tMon, 5 Jan 2026 10:00:00 +0100',
      `From: \t${from}`,
      'To: \tmara@cafe.example',
    ],
  ],
  'Thunderbird, de': [
    'Fwd: A table',
    [
      '-------- Weitergeleitete Nachricht --------',
      'Betreff: | A table',
      'Datum: | Mon, 5 Jan 2026 10:00:00 +0100',
      'Von: | Vera Blum <vera@guest.example> (mailto:vera@guest.example)',
      'An: | mara@cafe.example',
    ],
  ],
  'GMX and web.de': [
    'Fw: A table',
    [
      'Gesendet: Montag, 5. Januar 2026 um 10:00 Uhr',
      `Von: "Vera Blum" <vera@guest.example>`,
      'An: mara@cafe.example',
      'Betreff: A table',
    ],
  ],
  'GMX, en': [
    'Fw: A table',
    [
      'Sent: Monday, January 05, 2026 at 10:00 AM',
      `From: "Vera Blum" <vera@guest.example>`,
      'To: mara@cafe.example',
      'Subject: A table',
    ],
  ],
  'K-9, en': [
    'Fwd: A table',
    [
      '-------- Original Message --------',
      `From: ${from}`,
      'Sent: 5 January 2026 10:00:00 CET',
      'To: mara@cafe.example',
      'Subject: A table',
    ],
  ],
  'K-9, de': [
    'Fwd: A table',
    [
      '-------- Ursprüngliche Nachricht --------',
      `Von: ${from}`,
      'Gesendet: 5. Januar 2026 10:00:00 MEZ',
      'An: mara@cafe.example',
      'Betreff: A table',
    ],
  ],
}

describe.each(Object.entries(headers))('an e-mail that %s sends on', (_, [subject, lines]) => {
  const mark = lines[0]?.startsWith('>') ? '> ' : ''
  const said = ['', 'Do you have a table for six?', '', 'From: six o’clock', 'Vera']
  const text = [...lines, ...said.map((line) => mark + line)].join('\n')

  it('has the original’s sender, subject and words', () => {
    expect(forwardedIn(text, subject)).toEqual({
      from: vera,
      subject: 'A table',
      text: 'Do you have a table for six?\n\nFrom: six o’clock\nVera',
      above: '',
    })
  })

  it('keeps apart what stands above', () => {
    const found = forwardedIn(`Jonas, yours?\n\nMara\n\n${text}`, subject)
    expect(found).toMatchObject({ from: vera, above: 'Jonas, yours?\n\nMara' })
  })
})

it.each([
  ['a reply', 'Re: A table', headers['Outlook, en']?.[1].join('\n') ?? ''],
  ['one without a sender’s address', 'Fwd: A table', 'From: Vera\nDate: today\nSubject: A\n\nHi'],
  ['one with nothing inside', 'Fwd: A table', 'See below.'],
  ['one that speaks of it', 'A table', 'She forwarded message after message.\nFrom: here'],
])('%s sends nothing on', (_, subject, text) => {
  expect(forwardedIn(text, subject)).toBeUndefined()
})

it('a long text takes no more than linear time', () => {
  const text = `${'From: a\n'.repeat(200_000)}`
  const start = performance.now()
  expect(forwardedIn(text, 'Fwd: A')).toBeUndefined()
  expect(performance.now() - start).toBeLessThan(1_000)
})
