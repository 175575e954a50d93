import type { ExportedMessage } from '~/domain/export/export'
import type { Language } from '~/domain/text/languages'
import type { MessageMail } from '~/domain/tickets/message-mail'
import { translations } from '~/i18n/translation.server'
import type { ShownMessage, ThreadView } from './thread'

type Viewer = ThreadView['viewer']

/**
 * What a page needs of a message. Only the desk gets the original e-mail; its visitor has it already.
 * `subject`: of what the desk began.
 */
export function shownMessage(
  {
    seq,
    author,
    kind,
    body,
    attachments,
    locale,
    mail,
    copies = [],
    by,
    forwardedBy,
    createdAt,
  }: ExportedMessage,
  viewer: Viewer,
  language: Language,
  subject?: string,
): ShownMessage {
  const { t } = translations(language)
  if (kind === 'split' && viewer === 'visitor') {
    return { seq, author, kind, body: t('chat:split.moved'), locale: language, createdAt }
  }
  const addresses = copies.join(', ')
  const also = addresses ? [t('mailmarks:copies', { addresses })] : undefined
  const shown = {
    seq,
    author,
    kind,
    body: kind === 'split' ? t('history:splitOff', { number: body }) : body,
    locale: kind === 'split' ? language : locale,
    createdAt,
    ...(attachments && { attachments }),
    ...(also && { notes: also }),
    ...(by && { by }),
  }
  if (!mail) {
    return subject ? { ...shown, subject: t('mailmarks:subject', { subject }) } : shown
  }
  const files = attachments?.filter(({ id }) => viewer === 'owner' || id !== mail.original)
  // How a member sent an answer, or sent theirs on, is no news to its visitor.
  const isMembers = mail.byMember || mail.forwarded
  if (isMembers && viewer === 'visitor') return { ...shown, attachments: orNone(files) }
  // What somebody in copy or a mail server wrote is not the visitor's.
  const isOthers = viewer === 'owner' || mail.byCopy || mail.quiet === 'automatic'
  const writer = isOthers && (mail.name || mail.replyTo || mail.from)
  return {
    ...shown,
    ...(writer && { by: writer }),
    // A member's has that of the notification which it answers, and its letter the guest's.
    ...(mail.subject &&
      !mail.byMember && { subject: t('mailmarks:subject', { subject: mail.subject }) }),
    attachments: orNone(files),
    quoted: mail.quoted,
    ...letterOf({ body, mail }, viewer),
    ...(viewer === 'owner' && mail.original && { original: mail.original }),
    ...(mail.invitation && { invitation: mail.invitation }),
    notes: [
      ...forwardNotes(mail, forwardedBy, language),
      ...notesOn(mail, viewer, language),
      ...(also ?? []),
    ],
  }
}

function forwardNotes(
  { forwarded }: MessageMail,
  by: string | undefined,
  language: Language,
): string[] {
  if (!forwarded) return []
  const { t } = translations(language)
  const { above } = forwarded
  return [
    by ? t('mailmarks:forwarded', { name: by }) : t('mailmarks:forwardedByOne'),
    ...(above ? [t('mailmarks:forwardedWith', { words: above })] : []),
  ]
}

/** The e-mail as it was sent is the desk's; its visitor has it. */
function letterOf(
  { body, mail = {} }: { body: string; mail?: Partial<MessageMail> },
  viewer: Viewer,
): Pick<ShownMessage, 'letter'> {
  const { original, html, quoted = '' } = mail
  if (viewer === 'visitor' || !original || !html) return {}
  const elsewhere = html === 'elsewhere'
  const isShort = !elsewhere && rowsOf(`${body}\n${quoted}`) <= shortRows
  return { letter: { id: original, elsewhere, ...(isShort && { short: true }) } }
}

/** What fits into the low frame of a letter. */
const shortRows = 10

function rowsOf(text: string): number {
  return text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / 60)), 0)
}

function orNone<Item>(items: Item[] = []): Item[] | undefined {
  return items.length > 0 ? items : undefined
}

/** Facts about the e-mail that a message was made of. */
function notesOn(mail: MessageMail, viewer: Viewer, language: Language): string[] {
  const { t } = translations(language)
  const {
    from: address,
    replyTo,
    proven,
    byCopy,
    left = [],
    cut,
    leftWhy = [],
    quiet,
    problem,
    unsent,
  } = mail
  const by = proven ? t('mailmarks:byFrom', { address }) : t('mailmarks:byUnproven', { address })
  const leftNames = left.map((name, index) => {
    const why = leftWhy[index]
    return why ? `${name} (${t(`mailmarks:why.${why}`)})` : name
  })
  const forOwner = viewer === 'owner'
  return [
    unsent && t(`mailmarks:unsent.${unsent}`),
    problem && t(`mailmarks:${problem}`),
    cut && t('mailmarks:cut'),
    left.length > 0 && t('mailmarks:left', { count: left.length, names: leftNames.join(', ') }),
    left.some(isWrapped) && t('mailmarks:winmail'),
    forOwner && quiet && t(`mailmarks:${quiet}`),
    (forOwner || byCopy) && address ? by : t('mailmarks:by'),
    forOwner && replyTo && t('mailmarks:replyTo', { address: replyTo }),
  ].filter((note) => typeof note === 'string')
}

/** Outlook's wrapping of files and formatted text. Source: MS-OXTNEF. */
function isWrapped(name: string): boolean {
  return /^winmail\.dat$/i.test(name)
}
