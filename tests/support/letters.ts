/** Raw e-mails in the shapes of real programs, all of our own making. */

interface Shape {
  headers?: Record<string, string>
  text?: string
  html?: string
  /** Whole MIME parts behind the words, each with its own header. */
  parts?: string[]
}

const usual = {
  From: 'Ada Lovelace <ada@guest.example>',
  To: 'desk@in.example.com',
  Subject: 'Your cups',
  Date: 'Mon, 5 Jan 2026 10:00:00 +0100',
  'MIME-Version': '1.0',
}

let count = 0

/** As the octets that a server gets: lines end with CRLF. */
export function letter({ headers = {}, text, html, parts = [] }: Shape): string {
  count += 1
  const all = { 'Message-ID': `<letter-${count}@guest.example>`, ...usual, ...headers }
  const head = Object.entries(all)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
  const own = [
    ...(text === undefined ? [] : [part('text/plain; charset=utf-8', text)]),
    ...(html === undefined ? [] : [part('text/html; charset=utf-8', html)]),
  ]
  const words = own.length > 1 ? multipart('alternative', own) : (own[0] ?? '\n')
  const whole = parts.length > 0 ? multipart('mixed', [words, ...parts]) : words
  return crlf(head + whole)
}

export function part(type: string, body: string, headers: Record<string, string> = {}): string {
  const rest = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`)
  return `Content-Type: ${type}\n${rest.join('')}\n${body}\n`
}

export function file(name: string, type: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').replace(/.{76}/g, '$&\n')
  return part(`${type}; name="${name}"`, lines, {
    'Content-Transfer-Encoding': 'base64',
    'Content-Disposition': `attachment; filename="${name}"`,
  })
}

export function multipart(kind: string, parts: string[]): string {
  count += 1
  const boundary = `=_${kind.replace(/\W.*/, '')}_${count}`
  const body = parts.map((each) => `--${boundary}\n${each}`).join('\n')
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\n\n${body}\n--${boundary}--\n`
}

/** Octets of a body in another charset. */
export function encoded(charset: string, bytes: number[] | Buffer): Buffer {
  const head = { 'Message-ID': `<${charset}@guest.example>`, ...usual }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  const type = `Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`
  return Buffer.concat([Buffer.from(lines.join('') + type), Buffer.from(bytes)])
}

export function crlf(text: string): string {
  return text.replace(/\r?\n/g, '\r\n')
}

const quote = { en: 'When may we come?', de: 'Wann dürfen wir kommen?' }
const answer = { en: 'At nine.', de: 'Um neun.' }
const wrote = {
  en: 'On Mon, 5 Jan 2026 at 09:00, Counter <counter@example.com> wrote:',
  de: 'Am Mo., 5. Jan. 2026 um 09:00 Uhr schrieb Counter <counter@example.com>:',
}
const fields = {
  en: ['From: Counter', 'Sent: Monday, 5 January 2026 09:00', 'To: Ada', 'Subject: Your cups'],
  de: ['Von: Counter', 'Gesendet: Montag, 5. Januar 2026 09:00', 'An: Ada', 'Betreff: Ihre Tassen'],
}

type Spoken = 'en' | 'de'

/** How each client's HTML has the answer and what it quotes. */
export const clients: Record<string, (language: Spoken) => string> = {
  Gmail: (l) =>
    `<div dir="ltr">${answer[l]}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${wrote[l]}<br></div><blockquote class="gmail_quote" style="margin:0">${quote[l]}</blockquote></div>`,
  'Outlook on the web': (l) =>
    `<div class="elementToProof">${answer[l]}</div><div id="appendonsend"></div><hr style="width:98%"><div id="divRplyFwdMsg" dir="ltr"><font><b>${fields[l].join('<br>')}</b></font></div><div>${quote[l]}</div>`,
  'Outlook 2016': (l) =>
    `<html><head><style>p.MsoNormal{margin:0}</style></head><body><div class="WordSection1"><p class="MsoNormal">${answer[l]}</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${fields[l].join('<br>')}</p></div></div><p class="MsoNormal">${quote[l]}</p></div></body></html>`,
  'Outlook 2010': (l) =>
    `<div class="WordSection1"><p>${answer[l]}</p><div style="border:none;border-top:solid #B5C4DF 1.0pt"><p>${fields[l].join('<br>')}</p></div><p>${quote[l]}</p></div>`,
  'Apple Mail': (l) =>
    `<html><body style="word-wrap: break-word;">${answer[l]}<br><div><br><blockquote type="cite"><div>${wrote[l]}</div><br><div>${quote[l]}</div></blockquote></div></body></html>`,
  iPhone: (l) =>
    `<html><body dir="auto">${answer[l]}<br><br><div dir="ltr">${l === 'en' ? 'Sent from my iPhone' : 'Von meinem iPhone gesendet'}</div><div dir="ltr"><br><blockquote type="cite">${wrote[l]}<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">${quote[l]}</div></blockquote></body></html>`,
  GMX: (l) =>
    `<html><body><div>${answer[l]}</div><div>&nbsp;</div><div name="quote" style="margin:10px 5px 5px 10px"><div>${fields[l].join('<br>')}</div><div name="quoted-content">${quote[l]}</div></div></body></html>`,
  Thunderbird: (l) =>
    `<html><body><p>${answer[l]}</p><div class="moz-cite-prefix">${wrote[l]}<br></div><blockquote type="cite" cite="mid:1@example.com">${quote[l]}</blockquote><div class="moz-signature">-- <br>Ada</div></body></html>`,
  Yahoo: (l) =>
    `<html><body><div class="ydp1"><div>${answer[l]}</div><div><br></div></div><div id="ydp2yahoo_quoted_1" class="yahoo_quoted"><div>${wrote[l]}</div><div>${quote[l]}</div></div></body></html>`,
  'K-9 Mail': (l) =>
    `<html><body>${answer[l]}<br><br><div class='k9mail-signature'>-- <br>Ada</div><div class="gmail_quote">${wrote[l]}<blockquote class="gmail_quote">${quote[l]}</blockquote></div></body></html>`,
  Proton: (l) =>
    `<div>${answer[l]}</div><div class="protonmail_quote">${wrote[l]}<br><blockquote class="protonmail_quote" type="cite">${quote[l]}</blockquote></div>`,
}

/** How plain text has the same. */
export const plainClients: Record<string, (language: Spoken) => string> = {
  'an introduction in one line': (l) => `${answer[l]}\n\n${wrote[l]}\n> ${quote[l]}\n`,
  'an introduction in two lines': (l) =>
    `${answer[l]}\n\n${wrote[l].replace(' Counter', '\nCounter')}\n\n> ${quote[l]}\n`,
  'Outlook’s block of fields': (l) => `${answer[l]}\n\n${fields[l].join('\n')}\n\n${quote[l]}\n`,
  'a line of hyphens': (l) =>
    `${answer[l]}\n\n-----${l === 'en' ? 'Original Message' : 'Ursprüngliche Nachricht'}-----\n${fields[l].join('\n')}\n\n${quote[l]}\n`,
  'a signature': (l) => `${answer[l]}\n\n-- \nAda\n${quote[l]}\n`,
  'a phone’s line': (l) =>
    `${answer[l]}\n\n${l === 'en' ? 'Sent from my Galaxy' : 'Von meinem iPhone gesendet'}\n\n> ${quote[l]}\n`,
  'GMX’s': (l) =>
    `${answer[l]}\n\nGesendet: Montag, 05. Januar 2026 um 09:00 Uhr\n${fields[l].join('\n')}\n\n${quote[l]}\n`,
}

export const said = { answer, quote }
