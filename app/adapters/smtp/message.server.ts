import type { Letter } from '../../domain/outbox/mailer'

/** The letter as RFC 5322, text and HTML. Nothing is fetched or read for it. */
export async function messageOf(letter: Letter, date: Date): Promise<Buffer> {
  const { messageId, from, to, subject, text, html, unsubscribe } = letter
  // Loaded with the first e-mail: it takes a fifteenth of the start.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    messageId,
    date,
    from,
    to,
    subject: oneLine(subject),
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

/** A line break in a header would begin another header. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}
