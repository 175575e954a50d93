import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dkimSign } from 'mailauth'
import { afterAll, describe, expect, test } from 'vitest'
import { createLetterReader } from '~/adapters/mail-reader/reader.server'
import type { ReadLetter } from '~/domain/mail-in/letters'
import {
  clients,
  crlf,
  encoded,
  file,
  letter,
  multipart,
  part,
  plainClients,
  said,
} from '../../support/letters'

const envelope = { from: 'ada@guest.example', to: ['desk@in.example.com'] }

const nothing = async (): Promise<never> => {
  throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
}

const reader = createLetterReader(nothing)
afterAll(() => reader.close())

function octets(raw: string | Buffer): ArrayBuffer {
  return new Uint8Array(typeof raw === 'string' ? Buffer.from(raw) : raw).buffer as ArrayBuffer
}

/** One of the e-mails of our own making. */
function kept(name: string): string {
  return readFileSync(join(import.meta.dirname, `../../e-mails/${name}.eml`), 'latin1')
}

async function read(raw: string | Buffer, from = envelope.from): Promise<ReadLetter> {
  const found = await reader.read(octets(raw), { ...envelope, from })
  if (!found) throw new Error('It could not be read')
  return found
}

describe('replies', () => {
  for (const language of ['en', 'de'] as const) {
    for (const [name, html] of Object.entries(clients)) {
      test(`of ${name} fold what they quote (${language})`, async () => {
        const { body, quoted } = await read(letter({ html: html(language), text: 'other words' }))
        expect(body).toBe(said.answer[language])
        expect(quoted).toContain(said.quote[language])
      })
    }
    for (const [name, text] of Object.entries(plainClients)) {
      test(`in plain text with ${name} fold what they quote (${language})`, async () => {
        const { body, quoted } = await read(letter({ text: text(language) }))
        expect(body).toBe(said.answer[language])
        expect(quoted).toContain(said.quote[language])
      })
    }
  }

  const whole: Record<string, string> = {
    'below a quote': 'On Mon, 5 Jan 2026, Counter wrote:\n> When?\n\nAt nine.',
    'between quotes': '> When?\nAt nine.\n> Where?\nAt the door.',
    'of a forwarded e-mail alone':
      '---------- Forwarded message ---------\nFrom: Bob\nDate: today\nSubject: Cups\n\nSee you.',
    'that begin like an introduction': 'On Monday I wrote:\nplease call me.',
    'with a line From: in them': 'From: the left\nto the right.',
    'above what they send on':
      'Please see.\n\n-----Weitergeleitete Nachricht-----\nVon: Bob\nDatum: heute\nBetreff: Tassen\n\nBis bald.',
    'around a bare line of hyphens': 'Two options:\n--\nRed cups\n--\nBlue cups',
    'with a table': 'Please bring:\n\n| Cups | Red |\n| 2 | 3 |',
    'that name a person with a day':
      'Ask for the list of\n\n2012/3/5 Bob <bob@example.com>\n\nBest, Ada',
    'of a form': 'A message:\n\nVon: Ada\nBetreff: Cups\nNachricht: Two?',
  }
  for (const [name, text] of Object.entries(whole)) {
    test(`${name} lose nothing`, async () => {
      const { body, quoted } = await read(letter({ text }))
      expect(body).toBe(text)
      expect(quoted).toBe('')
    })
  }

  const ends: Record<string, string> = {
    'Outlook for iOS':
      'Get Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Counter\nSent: Monday\nTo: Ada\nSubject: Cups\n\nWhen?',
    'an iPhone in German': 'Von meinem iPhone gesendet',
    'K-9 Mail': '-- \nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.',
    'a name without a date': 'Counter <counter@example.com> wrote:\n> When?',
    'a Dutch program':
      'Op ma 5 jan 2026 om 09:00 schreef Counter <counter@example.com>:\n> Wanneer?',
    'a Polish program': 'pon., 5 sty 2026 o 09:00 Counter <c@example.com> napisał(a):\n> Kiedy?',
    'a French program': 'Le lun. 5 janv. 2026 à 09:00, Counter a écrit :\n\nQuand ?',
    'a Russian program': 'пн, 5 янв. 2026 г. в 09:00, Counter <counter@example.com>:\n> Когда?',
    'a Spanish program': 'De: Counter\nEnviado: lunes\nPara: Ada\nAsunto: Tazas\n\n¿Cuándo?',
    'Gmail as it once wrote': '2012/3/5 Counter <counter@example.com>\n\n> When?',
    'a program that marks by bars': '| When may we come?\n|\n| Best wishes',
    'the same below an introduction': 'On Mon, 5 Jan 2026, Counter wrote:\n| When?',
    'a mailing list': '_____________\nCups mailing list\ncups@lists.example',
  }
  for (const [name, end] of Object.entries(ends)) {
    test(`fold what ${name} puts below`, async () => {
      const headers = { Subject: 'AW: Your cups' }
      const { body, quoted } = await read(letter({ headers, text: `At nine.\n\n${end}` }))
      expect(body).toBe('At nine.')
      expect(quoted.split(/\n+/)).toEqual(end.split(/\n+/))
    })
  }

  const quoted = '> When may we come?\n>\n> -- \n> Your conversation'
  const above: Record<string, string> = {
    'Thunderbird’s line': `On 05/01/2026 09:00, Counter wrote:\n${quoted}`,
    'lines of Gmail’s that it broke': `Am Mo., 5. Jan. 2026 um 09:00 Uhr schrieb Counter <\nc@example.com>:\n\n${quoted}`,
    'Apple Mail’s, which is marked itself': `> On 5 Jan 2026, at 09:00, Counter <c@example.com> wrote:\n>\n${quoted}`,
  }
  for (const [name, begin] of Object.entries(above)) {
    test(`below a quote with ${name} are shown alone`, async () => {
      const headers = { Subject: 'Re: Your cups' }
      const text = `${begin}\n\nAt nine.\n\nAda\n\n-- \nAda Lovelace`
      const { body, quoted } = await read(letter({ headers, text }))
      expect(body).toBe('At nine.\n\nAda')
      expect(quoted).toContain('> When may we come?')
      expect(quoted).toContain('Ada Lovelace')
      const alone = await read(letter({ headers, text: begin }))
      expect(alone.body).toBe(begin)
      const between = await read(letter({ headers, text: `${begin}\nAt nine.\n> Where?\nHere.` }))
      expect(between.body).toContain('> When may we come?')
    })
  }

  test('below a quote in HTML lose nothing', async () => {
    const { body, quoted } = await read(
      letter({ html: '<blockquote type="cite">When?</blockquote><p>At nine.</p>' }),
    )
    expect(body).toBe('> When?\n\nAt nine.')
    expect(quoted).toBe('')
  })
})

describe('words', () => {
  const shown: Record<string, [html: string, body: string]> = {
    'of a table’s cells and rows stand apart': [
      '<table><tr><td>Ich brauche 3</td><td>20 Torten</td></tr><tr><th>Cup</th><td><p>5.00</p></td></tr></table>',
      'Ich brauche 3 | 20 Torten\nCup | 5.00',
    ],
    'of tables in each other stand apart': [
      '<table><tr><td><table><tr><td>Two</td><td>20 cups</td></tr></table></td><td>Soon</td></tr></table>',
      'Two | 20 cups | Soon',
    ],
    'beside a cell of several lines stand below each other': [
      '<table><tr><td>Ada</td><td>Ring 1<br>Berlin</td></tr><form><tr><td>Yes</td></tr></form></table>',
      'Ada\nRing 1\nBerlin\nYes',
    ],
    'between quotes keep whose are whose': [
      '<blockquote>When?</blockquote><p>At nine.</p><blockquote>Where?<blockquote>Here?</blockquote></blockquote><p>There.</p>',
      '> When?\n\nAt nine.\n\n> Where?\n> > Here?\n\nThere.',
    ],
    'that are indented are no quote': [
      'A list:<blockquote style="margin:0 0 0 40px;border:none;padding:0">Cups</blockquote>',
      'A list:\n\nCups',
    ],
    'of a list of terms stand apart': [
      '<dl><dt>Menge 3</dt><dd>20 Torten</dd></dl><address>Ada</address><center>Berlin</center>',
      'Menge 3\n20 Torten\nAda\nBerlin',
    ],
    'with a size in what has none are shown': [
      '<table style="font-size:0"><tr style="font-size:0px"><td style="font-size:0px;padding:9px">Secret<div style="font-size:14px">Order 12</div></td><td style="font-size:1px">Secret</td></tr></table><div style="font-size:0px"><span style="font:14px serif">Two cups</span></div>',
      'Order 12\nTwo cups',
    ],
    'that all are hidden are shown': ['<div style="display:none">Hello</div>', 'Hello'],
  }
  for (const [name, [html, body]] of Object.entries(shown)) {
    test(name, async () => expect((await read(letter({ html }))).body).toBe(body))
  }

  const hiding = [
    ...['display: none', 'font-size:0px', 'mso-hide:all', 'max-height:0;overflow:hidden'],
    ...['opacity:0', 'VISIBILITY:hidden', 'color:#FFF; background-color:#fff', 'font-size:1px'],
    'height:0px !important;overflow:hidden',
  ]
  test.each(hiding)('that nobody is to see are left out: %s', async (style) => {
    const html = `<span style="${style}">Secret</span><p style="font-size:0.9em">Hello</p>`
    expect((await read(letter({ html }))).body).toBe('Hello')
    const cells = ['tbody', 'tr', 'td'].map((name) => `<${name} style="${style}">Secret</${name}>`)
    const table = `<table>${cells.map((each) => `<tr>${each}</tr>`).join('')}<tr><td>Hello</td></tr></table>`
    expect((await read(letter({ html: table }))).body).toBe('Hello')
  })

  test('come from the HTML part where the text part says nothing', async () => {
    const text = 'Your program cannot show HTML.'
    expect((await read(letter({ text, html: '<p>Two cups</p>' }))).body).toBe('Two cups')
  })

  test('name no addresses of pictures', async () => {
    const text = 'Look: [cid:image001.png@01D9.0F] Ada'
    expect((await read(letter({ text }))).body).toBe('Look:  Ada')
  })
})

describe('charsets', () => {
  const texts: [string, number[] | Buffer, string][] = [
    ['iso-8859-1', [0x47, 0x72, 0xfc, 0xdf, 0x65], 'Grüße'],
    ['iso-8859-15', [0x31, 0x20, 0xa4], '1 €'],
    ['windows-1252', [0x93, 0x48, 0x69, 0x94, 0x20, 0x80], '“Hi” €'],
    ['utf-8', Buffer.from('Grüße 👋'), 'Grüße 👋'],
    ['koi8-r', [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4], 'Привет'],
    ['shift_jis', [0x82, 0xb1, 0x82, 0xf1], 'こん'],
    ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x24, 0x33, 0x24, 0x73, 0x1b, 0x28, 0x42], 'こん'],
    ['gb18030', [0xc4, 0xe3, 0xba, 0xc3], '你好'],
    ['x-unheard-of', Buffer.from('plain'), 'plain'],
  ]
  for (const [charset, bytes, words] of texts) {
    test(`${charset} is decoded`, async () => {
      expect((await read(encoded(charset, bytes))).body).toBe(words)
    })
  }

  const wrong: [string, string, BufferEncoding][] = [
    ['UTF-8 that is called US-ASCII', '; charset=us-ascii', 'utf8'],
    ['UTF-8 that is called iso-8859-1', '; charset=iso-8859-1', 'utf8'],
    ['UTF-8 without a name', '', 'utf8'],
    ['windows-1252 that is called UTF-8', '; charset=utf-8', 'latin1'],
    ['windows-1252 without a name', '', 'latin1'],
  ]
  for (const [name, charset, encoding] of wrong) {
    test(`${name} is decoded`, async () => {
      const headers = 'From: Jörg <a@b.example>\r\nSubject: Grüße\r\n'
      const raw = `${headers}Content-Type: text/plain${charset}\r\n\r\nSchöne Grüße`
      const { from, subject, body } = await read(Buffer.from(raw, encoding))
      expect([from.name, subject, body]).toEqual(['Jörg', 'Grüße', 'Schöne Grüße'])
    })
  }

  test('HTML whose charset only the HTML names is decoded', async () => {
    const html = '<html><head><meta charset="iso-8859-1"></head><body>Grüße</body></html>'
    const raw = `From: a@b.example\r\nContent-Type: text/html\r\n\r\n${html}`
    expect((await read(Buffer.from(raw, 'latin1'))).body).toBe('Grüße')
  })

  test('a replacement character that was sent stays', async () => {
    const words = 'It looks so: \ufffd, and Grüße'
    expect((await read(encoded('utf-8', Buffer.from(words)))).body).toBe(words)
  })

  test('a name and a subject in encoded words are decoded', async () => {
    const headers = {
      From: '=?iso-8859-1?Q?J=FCrgen_Gro=DF?= <j@guest.example>',
      Subject: '=?utf-8?B?R3LDvMOfZQ==?= =?utf-8?Q?_aus_K=C3=B6ln?=',
    }
    const { from, subject } = await read(letter({ headers, text: 'Hi' }))
    expect({ from, subject }).toEqual({
      from: { name: 'Jürgen Groß', address: 'j@guest.example' },
      subject: 'Grüße aus Köln',
    })
  })

  test('quoted-printable and flowed lines are put together', async () => {
    const headers = { 'Content-Type': 'text/plain; charset=utf-8; format=flowed' }
    const { body } = await read(
      crlf(
        `From: a@b.example\nContent-Transfer-Encoding: quoted-printable\nContent-Type: ${headers['Content-Type']}\n\nGr=C3=BC=C3=9F=\ne=20\nan alle`,
      ),
    )
    expect(body).toBe('Grüße an alle')
  })
})

describe('automatic e-mails', () => {
  const exchange = {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'X-MS-Exchange-Generated-Message-Source': 'Mailbox Rules Agent',
  }
  const direct = { To: 'desk@in.example.com', 'Auto-Submitted': 'auto-generated' }
  const ofPrograms: Record<string, Record<string, string>> = {
    'Exchange’s note of absence': { ...exchange, Subject: 'Automatische Antwort: Your cups' },
    'a note of absence': { 'Auto-Submitted': 'auto-replied (vacation)' },
    'one that replies with a word of people’s': {
      'In-Reply-To': '<t@counter.example>',
      Subject: 'Abwesend: Your cups',
    },
    'one that says so in its subject alone': { Subject: 'Out of Office: Re: Your cups' },
    'a notice': direct,
    'a Sieve notice': { 'Auto-Submitted': 'auto-notified' },
    'an old responder’s': { 'X-Autoreply': 'yes' },
    'another old responder’s': { Precedence: 'auto_reply' },
    'one of a mailer-daemon': { From: 'Mail Delivery System <MAILER-DAEMON@mx.example>' },
    'one without a return path': { 'Return-Path': '<>' },
  }
  const ofMany: Record<string, Record<string, string>> = {
    'bulk mail': { Precedence: 'bulk' },
    junk: { Precedence: 'junk' },
    'a newsletter': {
      'List-Id': '<news.shop.example>',
      'List-Unsubscribe': '<https://shop.example>',
    },
  }
  const ofPeople: Record<string, Record<string, string>> = {
    'from Exchange': { 'X-Auto-Response-Suppress': 'DR, OOF, AutoReply' },
    'by a group': {
      ...{ Precedence: 'list', 'List-Id': '<info.cafe.example>' },
      ...{
        'List-Post': '<mailto:info@cafe.example>',
        'List-Unsubscribe': '<mailto:x@cafe.example>',
      },
    },
    'that a rule of Exchange passes on': { ...exchange, To: 'info@cafe.example' },
    'that a mailbox passes on': { To: 'info@cafe.example', 'Auto-Submitted': 'auto-generated' },
    'in a form': { ...direct, From: 'form@cafe.example', 'Reply-To': 'bob@else.example' },
    'about being away': { Subject: 'Abwesend vom 3. bis 5. Mai', answerable: 'yes' },
    'about a holiday, with a colon': { Subject: 'Vacation: room for two?', answerable: 'yes' },
    'that says what it is': { 'Auto-Submitted': 'no', Precedence: 'normal', answerable: 'yes' },
  }
  const senders = { program: ofPrograms, many: ofMany, person: ofPeople }
  for (const [author, kinds] of Object.entries(senders)) {
    for (const [name, { answerable, ...headers }] of Object.entries(kinds)) {
      test(`${name} is of ${author === 'person' ? 'a person' : author}`, async () => {
        const found = await read(letter({ headers, text: 'I am away.' }))
        const expected = [author, author === 'many' ? false : answerable === 'yes']
        expect([found.author, found.answerable]).toEqual(expected)
      })
    }
  }

  test('an empty sender at the door means a program', async () => {
    expect((await read(letter({ text: 'Hi' }), '')).author).toBe('program')
  })

  const report = (action: string, status: string) =>
    crlf(
      `From: mailer-daemon@mx.example\nMessage-ID: <d@mx.example>\n${multipart(
        'report; report-type=delivery-status',
        [
          part('text/plain', 'It could not be delivered.'),
          part(
            'message/delivery-status',
            `Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; ada@guest.example\nAction: ${action}\nStatus: ${status}`,
          ),
        ],
      )}`,
    )

  test('a bounce says why', async () => {
    const { bounced, author } = await read(report('failed', '5.1.1'), '')
    expect({ bounced, author }).toEqual({ bounced: '5.1.1', author: 'program' })
  })

  const server = 'From: GMX Mailer Daemon <mailer-daemon@gmx.example>\nSubject: '
  test.each([
    ['qmail’s', `${server}failure notice\n\nno mailbox here. (#5.1.1)`, '5.1.1'],
    ['GMX’s', `${server}Mail delivery failed\n\nSMTP error: 550 Mailbox unavailable`, '550'],
    ['one without a status', `${server}failure notice\n\nSorry.`, '5.0.0'],
    ['a delay', `${server}Warning: message delayed 24 hours\n\n4.4.1`, undefined],
    ['a note of absence', 'From: a@b.example\nSubject: Abwesend\n\n550 km away', undefined],
  ])('%s is a bounce, or none, by its own words', async (_, raw, bounced) => {
    expect((await read(crlf(raw), '')).bounced).toBe(bounced)
  })

  test('a notice of a delay is no bounce', async () => {
    expect((await read(report('delayed', '4.4.1'), '')).bounced).toBeUndefined()
  })
})

describe('parts', () => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n picture', 'latin1')
  const names = ({ files }: ReadLetter) => files.map(({ name }) => name)

  const withFile: Record<string, [string, string]> = {
    'a PDF': ['Angebot.pdf', 'application/pdf'],
    'what Outlook wraps': ['winmail.dat', 'application/ms-tnef'],
    'an invitation': ['invite.ics', 'text/calendar; method=REQUEST'],
    'a business card': ['ada.vcf', 'text/vcard'],
    'a document': ['list.docx', 'application/octet-stream'],
    'an e-mail': ['forwarded.eml', 'message/rfc822'],
  }
  for (const [name, [filename, type]] of Object.entries(withFile)) {
    test(`${name} is a file beside the words`, async () => {
      const parts = [file(filename, type, Buffer.from('Content of the file'))]
      const found = await read(letter({ text: 'See the file.', parts }))
      expect(found.body).toBe('See the file.')
      expect(names(found)).toEqual([filename])
    })
  }

  test('a picture in HTML is a file, named where it stood', async () => {
    const html =
      '<p>Look: <img src="cid:1"> here<img src="https://spy.example/1.png"><img src="cid:2"></p>'
    const picture = part('image/png; name="cup.png"', png.toString('base64'), {
      'Content-Transfer-Encoding': 'base64',
      'Content-ID': '<1>',
      'Content-Disposition': 'inline; filename="cup.png"',
    })
    const found = await read(
      crlf(`From: a@b.example\n${multipart('related', [part('text/html', html), picture])}`),
    )
    expect(found.body).toBe('Look: [cup.png] here')
    expect(names(found)).toEqual(['cup.png'])
    expect(Buffer.from(found.files[0]?.bytes ?? [])).toEqual(png)
  })

  test('a name in RFC 2231 is decoded', async () => {
    const parts = [
      part('application/pdf', 'x', {
        'Content-Disposition': "attachment; filename*=utf-8''Gr%C3%BC%C3%9Fe.pdf",
      }),
    ]
    expect(names(await read(letter({ text: 'Hi', parts })))).toEqual(['Grüße.pdf'])
  })

  test('more files than are taken are named', async () => {
    const parts = Array.from({ length: 23 }, (_, index) =>
      file(`${index}.txt`, 'text/plain', Buffer.from('x')),
    )
    const found = await read(letter({ text: 'Many', parts }))
    expect(found.files).toHaveLength(20)
    expect(found.left).toEqual(['20.txt', '21.txt', '22.txt'])
  })

  test('a signature of S/MIME or PGP is no file', async () => {
    for (const type of ['application/pkcs7-signature', 'application/pgp-signature']) {
      const signed = multipart(`signed; protocol="${type}"`, [
        part('text/plain', 'Signed words'),
        part(`${type}; name=smime.p7s`, 'c2lnbmVk', { 'Content-Transfer-Encoding': 'base64' }),
      ])
      const found = await read(crlf(`From: a@b.example\n${signed}`))
      expect([found.body, names(found), found.sealed]).toEqual(['Signed words', [], undefined])
    }
  })

  test('an e-mail that is encrypted, or signed as a whole, says so', async () => {
    const pgp = multipart('encrypted; protocol="application/pgp-encrypted"', [
      part('application/pgp-encrypted', 'Version: 1'),
      part('application/octet-stream; name=encrypted.asc', '-----BEGIN PGP MESSAGE-----'),
    ])
    const smime = (type: string) =>
      `Content-Type: application/pkcs7-mime; smime-type=${type}\n\nMIIB`
    const kinds = [
      ['encrypted', pgp],
      ['encrypted', smime('enveloped-data')],
      ['signed', smime('signed-data')],
    ]
    for (const [sealed, body] of kinds) {
      expect((await read(crlf(`From: a@b.example\n${body}`))).sealed).toBe(sealed)
    }
    expect((await read(crlf(kept('smime-encrypted-untyped')))).sealed).toBe('encrypted')
  })

  test.each(['smime-opaque', 'smime-opaque-untyped'])(
    'words and files inside a signature (%s) are read',
    async (name) => {
      const found = await read(crlf(kept(name)))
      expect(found.body).toBe('Haben Sie am Samstag noch zwei Torten für uns?')
      expect([names(found), found.sealed]).toEqual([['liste.txt'], undefined])
    },
  )

  test('a text that is too long for a message is a file as a whole', async () => {
    const text = 'A long story. '.repeat(400).trim()
    const found = await read(letter({ text }))
    expect(names(found)).toEqual(['message.txt'])
    expect(Buffer.from(found.files[0]?.bytes ?? []).toString()).toBe(text)
  })

  test('links in HTML keep their address', async () => {
    const html =
      '<p>See <a href="https://cups.example/1">this cup</a>.</p><script>alert(1)</script>'
    expect((await read(letter({ html }))).body).toBe('See this cup (https://cups.example/1).')
  })
})

describe('odd e-mails', () => {
  test('an empty one is read', async () => {
    expect((await read(letter({ text: '' }))).body).toBe('')
  })

  const odd: Record<string, string> = {
    'lines that end with LF alone': 'From: a@b.example\nSubject: x\n\nHello',
    'a boundary that never comes':
      'From: a@b.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\nHello',
    'a boundary that never ends':
      'From: a@b.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nHello',
    'two Message-IDs': 'From: a@b.example\r\nMessage-ID: <1@b>\r\nMessage-ID: <2@b>\r\n\r\nHello',
    'a header of 100,000 characters': `From: a@b.example\r\nX: ${'x'.repeat(100_000)}\r\n\r\nHello`,
  }
  for (const [name, raw] of Object.entries(odd)) {
    test(`${name} do no harm`, async () => {
      const found = await reader.read(octets(raw), envelope)
      expect(found?.from.address).toBe('a@b.example')
    })
  }

  test('ids are taken from References and In-Reply-To, the newest last', async () => {
    const headers = { References: '<1@a> <2@a>\r\n\t<3@a>', 'In-Reply-To': '<3@a>' }
    const { references } = await read(letter({ headers, text: 'Hi' }))
    expect(references).toEqual(['<1@a>', '<2@a>', '<3@a>'])
  })

  test.each([
    ['From: Blum, Anna <a@guest.example>\nSubject: x', 'Blum, Anna', 'a@guest.example'],
    ['To: desk@in.example.com\nSubject: x', '', ''],
    ['Subject: x', '', ''],
  ])('%s is read', async (headers, name, address) => {
    const found = await read(crlf(`${headers}\n\nHello`))
    expect([found.from, found.body]).toEqual([{ name, address }, 'Hello'])
  })

  test('Japanese without a charset is decoded', async () => {
    const words = '\x1b$B$3$s\x1b(B'
    const { subject, body } = await read(crlf(`From: a@b.example\nSubject: ${words}\n\n${words}`))
    expect([subject, body]).toEqual(['こん', 'こん'])
  })

  test('an invitation that is there twice is one file', async () => {
    const words = Buffer.from('BEGIN:VCALENDAR\nEND:VCALENDAR')
    const text = part('text/plain', 'Come?')
    const calendar = part('text/calendar', words.toString('base64'), {
      'Content-Transfer-Encoding': 'base64',
    })
    const parts = [
      multipart('alternative', [text, calendar]),
      file('i.ics', 'application/ics', words),
    ]
    const found = await read(crlf(`From: a@b.example\n${multipart('mixed', parts)}`))
    expect(found.files.map(({ name }) => name)).toEqual(['i.ics'])
  })

  const broken: Record<string, string | Buffer> = {
    nothing: '',
    'a blank line': '\r\n',
    'words alone': 'Hello, this is no e-mail',
    zeros: Buffer.alloc(5_000),
    'a picture': Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    'a header of a megabyte': `From: a@b.example\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\nHello`,
    'a hundred levels': `From: a@b.example\r\n${nested(100)}`,
    'a From without an end': `From: a@b.example, ${'a.'.repeat(200_000)}\r\n\r\nHi`,
    'a header of many lines': `From: a@b.example\r\nX: a${'\r\n a'.repeat(200_000)}\r\n\r\nHi`,
    'a header of carriage returns': `From: a@b.example\r\nX: ${'\r'.repeat(400_000)}x\r\n\r\nHi`,
    'nothing but lines': `From: a@b.example\r\n\r\n${'\n'.repeat(20_000_000)}`,
  }
  for (const [name, raw] of Object.entries(broken)) {
    test(`${name} cannot be read, and the next one can`, async () => {
      expect(await reader.read(octets(raw), envelope)).toBeUndefined()
      expect((await read(letter({ text: 'Next' }))).body).toBe('Next')
    })
  }

  /** Made so that a parser takes a step for each pair of places: half a minute and more. */
  const laborious: Record<string, string> = {
    'quotes before a word': `From: a@b.example\r\n\r\n${'On Monday I wrote it, wrote it:\r\n> No\r\n'.repeat(2_400)}Yes`,
    'elements in each other': `From: a@b.example\r\nContent-Type: text/html\r\n\r\nHi${'<b>'.repeat(600_000)}`,
  }
  for (const [name, raw] of Object.entries(laborious)) {
    test(`${name} hold up nobody`, async () => {
      const found = await reader.read(octets(raw), envelope)
      expect(found?.from.address).toBe('a@b.example')
      expect(found?.body).not.toBe('')
    })
  }

  test('what is endless in them comes back short', async () => {
    const long = 'x'.repeat(20_000)
    const headers = { From: `${long} <a@b.example>`, Subject: long }
    const parts = Array.from({ length: 60 }, (_, index) =>
      file(`${index} ${long.slice(0, 1_200)}`, 'text/plain', Buffer.from('x')),
    )
    const { from, subject, left, files, body } = await read(
      letter({ headers, text: long.repeat(10), parts }),
    )
    const lengths = [from.name, subject, ...left, ...files.map(({ name }) => name)]
    expect(Math.max(...lengths.map(({ length }) => length))).toBeLessThanOrEqual(1_000)
    expect([left.length, body.length]).toEqual([30, 100_000])
  })

  function nested(levels: number): string {
    let inner = 'Content-Type: text/plain\r\n\r\nDeep'
    for (let level = 0; level < levels; level++) {
      inner = `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n${inner}\r\n--b${level}--`
    }
    return inner
  }
})

describe('who sent it', () => {
  const records: Record<string, string[][]> = {
    'TXT guest.example': [['v=spf1 ip4:192.0.2.7 -all']],
    'TXT _dmarc.guest.example': [['v=DMARC1; p=reject']],
    'TXT lax.example': [['v=spf1 ip4:192.0.2.7 -all']],
  }
  const knowing = createLetterReader(async (name, type) => records[`${type} ${name}`] ?? nothing())
  afterAll(() => knowing.close())
  const proven = async (from: string, ip?: string, sender = from) => {
    const raw = octets(letter({ headers: { From: from }, text: 'Hi' }))
    const found = await knowing.read(raw, { from: sender, to: [], ...(ip && { ip, helo: 'mx' }) })
    return found?.proven
  }

  test('a server that its domain names proves the sender', async () => {
    expect(await proven('ada@guest.example', '192.0.2.7')).toBe(true)
  })

  test('another server, another domain or none proves nothing', async () => {
    expect(await proven('ada@guest.example', '192.0.2.8')).toBe(false)
    expect(await proven('ada@guest.example', '192.0.2.7', 'eve@lax.example')).toBe(false)
    expect(await proven('ada@guest.example')).toBe(false)
  })

  test('a domain without a policy proves nothing', async () => {
    expect(await proven('ada@lax.example', '192.0.2.7')).toBe(false)
  })

  test('nobody waits behind the crowd of another subnet', async () => {
    const fresh = createLetterReader(nothing)
    const order: string[] = []
    const readFrom = async (subnet: string) => {
      // Long enough for the others to come meanwhile.
      const headers = { Subject: '=?utf-8?B?QQ==?= '.repeat(10_000) }
      const raw = octets(letter({ headers, text: 'Hi' }))
      await fresh.read(raw, envelope, undefined, subnet)
      order.push(subnet)
    }
    await Promise.all(['crowd', 'crowd', 'crowd', 'other'].map(readFrom))
    expect(order).toEqual(['crowd', 'other', 'crowd', 'crowd'])
    await fresh.close()
  })

  test('one whose DNS says nothing yet does not hold up the others', async () => {
    let release = () => {}
    const said = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow = createLetterReader(async (name) => {
      if (name.endsWith('slow.example')) await said
      return nothing()
    })
    const readBy = (from: string) =>
      slow.read(octets(letter({ headers: { From: from }, text: 'Hi' })), { from, to: [] })
    let settled = 0
    const held = Array.from({ length: 20 }, async () => {
      await readBy('eve@slow.example')
      settled += 1
    })
    expect((await readBy('ada@guest.example'))?.body).toBe('Hi')
    expect(settled).toBe(0)
    release()
    await Promise.all(held)
    await slow.close()
  })

  const hidden = `=?utf-8?B?${Buffer.from('<guest@example.org>').toString('base64')}?=`
  const own = 'mallory@guest.example'
  const readOf = async (headers: Record<string, string>) => {
    const from = { from: own, to: [], ip: '192.0.2.7', helo: 'mx' }
    const found = await knowing.read(octets(letter({ headers, text: 'Hi' })), from)
    return { address: found?.from.address, proven: found?.proven }
  }

  const clear: Record<string, string> = {
    'with a name': `Mallory <${own}>`,
    'in capitals': 'MALLORY@Guest.Example',
    'with a comment': `${own} (the real <guest@example.org>)`,
    'named like another address': `"guest@example.org" <${own}>`,
    'named by encoded words that spell another address': `${hidden} <${own}>`,
  }
  for (const [name, from] of Object.entries(clear)) {
    test(`one mailbox ${name} is proven`, async () => {
      const { address = '', proven } = await readOf({ From: from })
      expect([address.toLowerCase(), proven]).toEqual([own, true])
    })
  }

  const doubtful: Record<string, string> = {
    'encoded words that spell a mailbox, and another': `${hidden}, ${own}`,
    'a mailbox, and encoded words that spell one': `${own}, ${hidden}`,
    'two mailboxes': `guest@example.org, ${own}`,
    'two mailboxes of one domain': `guest@guest.example, ${own}`,
    'a group': `Friends: guest@example.org;, ${own}`,
    'a group of one': `Friends: ${own};`,
    'two headers': `guest@example.org\nFrom: ${own}`,
    'two headers, the other way round': `${own}\nFrom: guest@example.org`,
    'a quoted local part with another address': `"guest@example.org"@guest.example`,
    'an address with two @': `guest@example.org@guest.example`,
    'nothing but encoded words': hidden,
  }
  for (const [name, from] of Object.entries(doubtful)) {
    test(`From with ${name} proves nothing`, async () => {
      expect(await readOf({ From: from })).toMatchObject({ proven: false })
    })
  }

  const signedBy = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  records['TXT s1._domainkey.guest.example'] = [
    [
      `v=DKIM1; k=rsa; p=${signedBy.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`,
    ],
  ]

  /** The e-mail with a signature of its domain, of as much of its body as is given. */
  async function signed(raw: string, maxBodyLength?: number): Promise<string> {
    const privateKey = signedBy.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const by = { signingDomain: 'guest.example', selector: 's1', privateKey, maxBodyLength }
    const { signatures } = await dkimSign(raw, { ...by, signatureData: [by] })
    return signatures + raw
  }

  test('a signature of the whole e-mail proves its sender, one of its beginning does not', async () => {
    const raw = letter({ headers: { From: own }, text: 'Hi' })
    const provenOf = async (text: string) => (await knowing.read(octets(text), envelope))?.proven
    expect(await provenOf(await signed(raw))).toBe(true)
    expect(await provenOf(`${await signed(raw)}Other words\r\n`)).toBe(false)
    expect(await provenOf(`${await signed(raw, 2)}Other words\r\n`)).toBe(false)
  })

  test('an e-mail with more signatures than are checked proves nothing', async () => {
    const raw = letter({ headers: { From: own }, text: 'Hi' })
    const more = (await signed(raw)).slice(0, -raw.length).repeat(11)
    expect((await knowing.read(octets(more + raw), envelope))?.proven).toBe(false)
  })

  test.each([
    ['bob@guest.example', 'bob@guest.example'],
    ['Bob <BOB@guest.example>, ada@guest.example', 'BOB@guest.example'],
    ['ada@guest.example', undefined],
    ['desk@in.example.com', undefined],
    ['info@cafe.example', undefined],
    ['group@cafe.example', undefined],
    ['nobody', undefined],
  ])('Reply-To %s means %s', async (replyTo, address) => {
    const ways = { 'Delivered-To': 'info@cafe.example', 'List-Post': '<mailto:group@cafe.example>' }
    const headers = { ...ways, 'Reply-To': replyTo }
    expect((await read(letter({ headers, text: 'Hi' }))).replyTo?.address).toBe(address)
  })

  test('Sender and Reply-To change nothing', async () => {
    const others = { Sender: 'guest@example.org', 'Reply-To': 'guest@example.org' }
    expect(await readOf({ From: own, ...others })).toEqual({ address: own, proven: true })
    expect(await readOf({ From: 'guest@example.org', Sender: own, 'Reply-To': own })).toEqual({
      address: 'guest@example.org',
      proven: false,
    })
  })

  test('encoded words spell no address, neither in From nor in To and Cc', async () => {
    const headers = { From: `${hidden}, ${own}`, To: `${hidden}, desk@in.example.com`, Cc: hidden }
    const found = await read(letter({ headers, text: 'Hi' }))
    expect([found.from.address, found.copies]).toEqual([own, ['desk@in.example.com']])
  })
})
