/** What a program has of the e-mail that its user answers. */
export interface Received {
  name: string
  address: string
  to: string
  subject: string
  text: string
  /** What is in its body. */
  html: string
}

export interface Program {
  language: 'de' | 'en'
  /** What it puts before a subject. */
  re: string
  /** Its user's words alone, or as an answer. */
  compose(words: string, to?: Received): { text?: string; html?: string }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const lines = (text: string) => text.split('\n')
const sender = ({ name, address }: Received) => `${name} <${address}>`

/** Each line of a text in an element of its own, empty ones with a break in it. */
const each = (text: string, begins: string, ends = '</div>', empty = '<br>') =>
  lines(text)
    .map((line) => `${begins}${escaped(line) || empty}${ends}`)
    .join('')
const broken = (text: string) => lines(escaped(text)).join('<br>')

/** As in plain text, whose lines programs break. */
const marked = (text: string) =>
  lines(text.trimEnd())
    .flatMap((line) => line.match(/.{1,74}(?: |$)|\S+/g) ?? [''])
    .map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`).trimEnd())
    .join('\n')

const wordBegins = '<p class="MsoNormal"><span style="font-size:11.0pt">'
const wordEnds = '<o:p></o:p></span></p>'

export const programs: Record<string, Program> = {
  'Outlook for Windows': {
    language: 'de',
    re: 'AW',
    compose(words, to) {
      const own = each(words, wordBegins, wordEnds, '&nbsp;')
      const fields = to && [
        `<b>Von:</b> ${escaped(sender(to))}`,
        '<b>Gesendet:</b> Montag, 5. Januar 2026 09:00',
        `<b>An:</b> ${to.to}`,
        `<b>Betreff:</b> ${escaped(to.subject)}`,
      ]
      const quote = to
        ? `<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${fields?.join('<br>')}${wordEnds}</div></div><p class="MsoNormal"><o:p>&nbsp;</o:p></p>${to.html.replaceAll(/<p[ >]/g, '<p class="MsoNormal" ').replaceAll('<blockquote ', '<blockquote style="border:none;border-left:solid #B5BDB8 1.5pt" ')}`
        : ''
      return {
        text: to ? `${words}\n\nVon: ${sender(to)}\nGesendet: Montag\n\n${to.text}` : words,
        html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm} --></style></head><body lang="DE"><div class="WordSection1">${own}${each('', wordBegins, wordEnds, '&nbsp;')}${quote}</div></body></html>`,
      }
    },
  },
  'Outlook on the web': {
    language: 'en',
    re: 'RE',
    compose: (words, to) => ({
      text: to ? `${words}\n________________________________\nFrom: ${sender(to)}` : words,
      html: `<html><head><style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} </style></head><body dir="ltr">${each(words, '<div class="elementToProof" style="font-family: Aptos, Calibri, sans-serif; font-size: 12pt;">')}${
        to
          ? `<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000"><b>From:</b> ${escaped(sender(to))}<br><b>Sent:</b> Monday, 5 January 2026 09:00<br><b>To:</b> ${to.to}<br><b>Subject:</b> ${escaped(to.subject)}</font><div>&nbsp;</div></div><div style="overflow-wrap:anywhere">${to.html}</div>`
          : ''
      }</body></html>`,
    }),
  },
  'Outlook for iPhone': {
    language: 'de',
    re: 'AW',
    compose: (words, to) => ({
      html: `<html><head></head><body>${each(words, '<div dir="ltr" style="font-family: Aptos, sans-serif;">')}<div id="ms-outlook-mobile-body-separator-line" dir="ltr"><br></div><div id="ms-outlook-mobile-signature" dir="ltr">Gesendet von <a href="https://aka.ms/o0ukef">Outlook für iOS</a></div>${
        to
          ? `<div id="mail-editor-reference-message-container" class="ms-outlook-mobile-reference-message"><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><b>Von:</b> ${escaped(sender(to))}<br><b>Gesendet:</b> Montag, Januar 5, 2026 9:00 AM<br><b>An:</b> ${to.to}<br><b>Betreff:</b> ${escaped(to.subject)}<br></div>${to.html}</div>`
          : ''
      }</body></html>`,
    }),
  },
  Gmail: {
    language: 'en',
    re: 'Re',
    compose: (words, to) => ({
      text: to
        ? `${words}\n\nOn Mon, 5 Jan 2026 at 09:00, ${to.name} <\n${to.address}> wrote:\n\n${marked(to.text)}\n`
        : words,
      html: `<div dir="ltr">${each(words, '<div>')}</div>${
        to
          ? `<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Mon, 5 Jan 2026 at 09:00, ${escaped(to.name)} &lt;<a href="mailto:${to.address}">${to.address}</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><u></u><div style="overflow-wrap:anywhere">${to.html.replaceAll('class="gmail_quote"', 'class="m_-813gmail_quote"')}</div></blockquote></div>`
          : ''
      }<div><br clear="all"></div><div><br></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature"><div dir="ltr">Anna Blum<br>Blum &amp; Partner</div></div>`,
    }),
  },
  'Gmail for Android': {
    language: 'de',
    re: 'Re',
    compose: (words, to) => ({
      text: to
        ? `${words}\n\n${to.name} <${to.address}> schrieb am Mo., 5. Jan. 2026,\n09:00:\n\n${marked(to.text)}\n`
        : words,
      html: `<div dir="auto">${each(words, '<div dir="auto">')}</div>${
        to
          ? `<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${escaped(to.name)} &lt;<a href="mailto:${to.address}">${to.address}</a>&gt; schrieb am Mo., 5. Jan. 2026, 09:00:<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex">${to.html}</blockquote></div>`
          : ''
      }`,
    }),
  },
  'Apple Mail': {
    language: 'en',
    re: 'Re',
    compose: (words, to) => ({
      text: to
        ? `${words}\n\n> On 5 Jan 2026, at 09:00, ${sender(to)} wrote:\n> \n${marked(to.text)}\n`
        : words,
      html: `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">${broken(words)}${
        to
          ? `<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>On 5 Jan 2026, at 09:00, ${escaped(sender(to))} wrote:</div><br class="Apple-interchange-newline"><div><div style="overflow-wrap:anywhere">${to.html}</div></div></blockquote></div><br>`
          : ''
      }</body></html>`,
    }),
  },
  iPhone: {
    language: 'de',
    re: 'Re',
    compose: (words, to) => ({
      text: `${words}\n\nVon meinem iPhone gesendet${to ? `\n\n> Am 05.01.2026 um 09:00 schrieb ${sender(to)}:\n> \n> \ufeff\n${marked(to.text)}` : ''}\n`,
      html: `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body dir="auto">${broken(words)}<br id="lineBreakAtBeginningOfSignature"><div dir="ltr"><br>Von meinem iPhone gesendet</div>${
        to
          ? `<div dir="ltr"><br><blockquote type="cite">Am 05.01.2026 um 09:00 schrieb ${escaped(sender(to))}:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">\ufeff${to.html}</div></blockquote>`
          : ''
      }</body></html>`,
    }),
  },
  GMX: {
    language: 'de',
    re: 'Aw',
    compose: (words, to) => ({
      html: `<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;">${each(words, '<div>', '</div>', '&nbsp;')}<div>&nbsp;${
        to
          ? `<div>&nbsp;</div><div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5; word-wrap: break-word;"><div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Montag, 05. Januar 2026 um 09:00 Uhr<br/><b>Von:</b>&nbsp;&quot;${escaped(to.name)}&quot; &lt;${to.address}&gt;<br/><b>An:</b>&nbsp;${to.to}<br/><b>Betreff:</b>&nbsp;${escaped(to.subject)}</div><div name="quoted-content">${to.html}</div></div>`
          : ''
      }</div></div></body></html>`,
    }),
  },
  'WEB.DE for Android': {
    language: 'de',
    re: 'Re',
    compose(words, to) {
      const device =
        '-- \nDiese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.'
      return {
        text: `${words}\n${device}${to ? `\n\nAm 05.01.26, 09:00 schrieb ${sender(to)}:\n\n${marked(to.text)}` : ''}\n`,
        html: `<html><head></head><body>${broken(words)}<br>${broken(device)}${
          to
            ? `<div class="gmail_quote">Am 05.01.26, 09:00 schrieb ${escaped(sender(to))}:<blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex; border-left: 1px solid rgb(204, 204, 204); padding-left: 1ex;">${to.html}</blockquote></div>`
            : ''
        }</body></html>`,
      }
    },
  },
  't-online': {
    language: 'de',
    re: 'AW',
    compose: (words, to) => ({
      text: to
        ? `${words}\n\n-----Original-Nachricht-----\nBetreff: ${to.subject}\nDatum: 2026-01-05T09:00:00+0100\nVon: "${to.name}" <${to.address}>\nAn: "${to.to}" <${to.to}>\n\n${to.text}\n`
        : words,
    }),
  },
  'K-9 Mail': {
    language: 'de',
    re: 'Re',
    compose: (words, to) => ({
      text: `${words}\n${to ? `\n\nAm 5. Januar 2026 09:00:00 MEZ schrieb ${to.name} <${to.address}>:\n${marked(to.text).replace(/^> ?/gm, '>')}\n` : ''}\n-- \nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.`,
    }),
  },
  Thunderbird: {
    language: 'en',
    re: 'Re',
    compose: (words, to) => ({
      html: `<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body>${
        to
          ? `<div class="moz-cite-prefix">On 05/01/2026 09:00, ${escaped(to.name)} wrote:<br></div><blockquote type="cite" cite="mid:t.1@in.example.com"><div style="overflow-wrap:anywhere">${to.html}</div></blockquote>`
          : ''
      }<p>${broken(words)}</p><div class="moz-signature">-- <br>Anna Blum</div></body></html>`,
    }),
  },
  'Thunderbird in plain text': {
    language: 'de',
    re: 'Re',
    compose: (words, to) => ({
      text: `${to ? `Am 05.01.26 um 09:00 schrieb ${to.name}:\n${marked(to.text)}\n\n` : ''}${words}\n\n-- \nAnna Blum\n`,
    }),
  },
  'Proton Mail': {
    language: 'en',
    re: 'Re',
    compose: (words, to) => ({
      html: `${each(words, '<div style="font-family: Arial, sans-serif; font-size: 14px;">')}<div style="font-family: Arial, sans-serif; font-size: 14px;"><br></div><div class="protonmail_signature_block" style="font-family: Arial, sans-serif; font-size: 14px;"><div class="protonmail_signature_block-user protonmail_signature_block-empty"></div><div class="protonmail_signature_block-proton">Sent with <a target="_blank" href="https://proton.me/mail/home">Proton Mail</a> secure email.</div></div>${
        to
          ? `<div class="protonmail_quote">On Monday, January 5th, 2026 at 9:00 AM, ${escaped(sender(to))} wrote:<br><blockquote class="protonmail_quote" type="cite">${to.html}</blockquote><br></div>`
          : ''
      }`,
    }),
  },
  Yahoo: {
    language: 'en',
    re: 'Re',
    compose: (words, to) => ({
      text: to
        ? `${words}\n    On Monday, 5 January 2026 at 09:00:00 CET, ${sender(to)} wrote:  \n \n ${to.text}`
        : words,
      html: `<html><head></head><body><div class="ydp4c1yahoo-style-wrap" style="font-family:Helvetica Neue, Helvetica, Arial, sans-serif;font-size:16px;">${each(words, '<div dir="ltr" data-setdir="false">')}<div><br></div></div>${
        to
          ? `<div id="ydp4c1yahoo_quoted_9" class="yahoo_quoted"><div style="font-family:'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:13px;color:#26282a;"><div>On Monday, 5 January 2026 at 09:00:00 CET, ${escaped(sender(to))} wrote:</div><div><br></div><div><br></div><div><div id="ydp4c1yiv1">${to.html}</div></div></div></div>`
          : ''
      }</body></html>`,
    }),
  },
}
