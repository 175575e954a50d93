import { createHash } from 'node:crypto'
import type { Config, Services } from '~/config'
import type { Legal } from '~/domain/legal/legal'
import type { LegalSource } from '~/domain/legal/legal-store'
import { mostEnclosed } from '~/domain/letters/enclosures'
import type { MailContent } from '~/domain/letters/mail-content'
import type { Compose } from '~/domain/letters/sending'
import { findWrittenTo } from '~/domain/mail-in/aliases'
import { isMemberPart, partOf } from '~/domain/outbox/mail-parts'
import { siteLetters } from '~/domain/outbox/mailer'
import { newIdentity, type SiteIdentity } from '~/domain/site/identity'
import type { KnownIdentity } from '~/domain/site/known-identity'
import { isBegunByDesk } from '~/domain/tickets/beginning'
import type { Ticket } from '~/domain/tickets/tickets'
import { recoverInvitationSecret } from '~/http/links/invitation-link.server'
import { answerAddress, returnAddress } from '~/http/links/mail-addresses.server'
import { stopToken } from '~/http/links/mail-stop.server'
import { ticketMessageId } from '~/http/links/message-id.server'
import { mailedSecret, orderPath } from '~/http/links/order-link.server'
import { recoverSecret } from '~/http/links/ticket-link.server'
import { localizedPath, withDesk } from '~/i18n/addresses'
import { translations } from '~/i18n/translation.server'
import { accountMail } from './account'
import { visitorAnswer, visitorCopy } from './answer'
import { declarationMail } from './declaration'
import type { Desktop, Draft } from './draft'
import { enclose, type FilePorts } from './enclose'
import { feedbackGiven } from './feedback'
import { asHtml } from './html'
import { invitationMail } from './invitation'
import { honestLetter, letterAsHtml, letterAsText, noticeFrom } from './letter'
import { orderMail } from './order'
import { orderNews } from './order-news'
import { outageMail } from './outage'
import { ownerNews } from './owner-news'
import { honest, type Part } from './parts'
import { planMail } from './plan'
import { type ReplyPorts, replyToOf } from './replies'
import { asText } from './text'
import {
  visitorLink,
  visitorRating,
  visitorReceipt,
  visitorReleased,
  visitorReminder,
} from './to-visitor'
import { replyUnread } from './unread-reply'

/** Writes e-mails in their readers' language. Addresses begin with the public origin. */
export function createCompose(
  config: Pick<Config, 'publicOrigin' | 'secrets' | 'mail' | 'mailIn'>,
  {
    payments,
    legal: source,
    siteIdentity,
    ...ports
  }: Pick<Services, 'payments'> &
    ReplyPorts &
    FilePorts & {
      legal: Pick<LegalSource, 'read'>
      siteIdentity: Pick<KnownIdentity, 'read'>
    },
): Compose {
  const { publicOrigin, secrets, mail, mailIn } = config
  const host = new URL(publicOrigin).hostname
  // Its reader may be at several desks.
  const addressAt =
    (deskKey?: string): Desktop['address'] =>
    (path, language) =>
      publicOrigin + withDesk(localizedPath(path, language), deskKey)
  const address = addressAt()
  const desktopFor = (legal: Legal, roomForFiles: number, deskKey?: string): Desktop => ({
    origin: publicOrigin,
    roomForFiles,
    address: addressAt(deskKey),
    stop: (reader, language) => address(`/mails?stop=${stopToken(secrets, reader)}`, language),
    secret: (ticket) => recoverSecret(secrets, ticket),
    invitation: (invitation) => recoverInvitationSecret(secrets, invitation),
    order: (order) => address(orderPath(mailedSecret(order, secrets)), order.language),
    operator: legal.company.email,
    takesReplies: mailIn !== undefined,
    legal,
    transfer: (order) => payments[order.payment]?.details(order, legal.bank),
  })
  return async (content, key, { withFiles }) => {
    const [legal, site] = await Promise.all([source.read(), siteIdentity.read()])
    const desk = 'desk' in content ? content.desk : undefined
    const room = withFiles ? mostEnclosed : 0
    const draft = write(content, desktopFor(legal, room, desk?.publicKey))
    const sender = senderOf(honest(draft.from), site)
    const subject = honest(draft.subject).replace(/\s+/g, ' ').trim()
    const { ticketId, apart, begins, replies } = draft
    const { text, html } = rendered(draft, subject, sender)
    const part = partOf(content, key)
    const { domain } = mailIn ?? {}
    const guests = 'ticket' in content && !('account' in content) ? content.ticket : undefined
    const alias = guests && (await findWrittenTo(ports.mailAliases, guests))
    const idOf = (part: string) => ticketId && ticketMessageId(secrets, host, { ticketId, part })
    return {
      messageId: idOf(part) ?? `<${digest(key)}@${host}>`,
      threadId: apart || begins ? undefined : idOf(rootPart(guests)),
      repliesTo: draft.repliesTo,
      automatic: draft.automatic,
      from: {
        name: fromName(draft, sender) || mail.from.name,
        address: answerAddress(alias, config),
      },
      to: { name: honest(draft.to.name), address: draft.to.address },
      cc: draft.cc,
      recipient: draft.recipient,
      replyTo: await replyToOf(replies, config, legal.company, ports),
      // Bounces of notices to members concern nobody's conversation.
      returnPath:
        domain && ticketId && replies && !isMemberPart(part)
          ? returnAddress(secrets, domain, { ticketId, part })
          : undefined,
      subject,
      files: await enclose(draft, ports),
      text,
      html,
      unsubscribe: draft.stop,
      deskId: draft.deskId ?? siteLetters,
      recordIds: draft.recordIds,
    }
  }
}

/** The desk's first letter, which its guest has, or nothing that was sent: what keeps the letters of a chat together. */
function rootPart(ticket: Ticket | undefined): string {
  return ticket && isBegunByDesk(ticket) ? '1' : '0'
}

function fromName({ by, language }: Draft, { named, name }: SiteIdentity): string {
  if (!by) return named ? name : ''
  const { t } = translations(language)
  return named ? t('mails:letter.from', { name: honest(by), desk: name }) : honest(by)
}

function rendered({ parts, letter, language }: Draft, subject: string, sender: SiteIdentity) {
  if (letter) {
    const notice = noticeFrom(sender, language, letter)
    const sound = honestLetter({ ...letter, notice })
    return { text: letterAsText(sound), html: letterAsHtml(sound, subject, language) }
  }
  const sound = parts.map(honestPart)
  return {
    text: asText(sound, sender, language),
    html: asHtml(sound, subject, sender, language),
  }
}

const digest = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 40)

/** The site, or another desk by its name alone. */
function senderOf(from: string, site: SiteIdentity): SiteIdentity {
  return from === '' || from === site.name ? site : { ...newIdentity, name: from, named: true }
}

function write(content: MailContent, desktop: Desktop): Draft {
  switch (content.kind) {
    case 'owner-news':
    case 'mention':
    case 'given':
      return ownerNews(content, desktop)
    case 'reply-unread':
      return replyUnread(content, desktop)
    case 'visitor-answer':
      return visitorAnswer(content, desktop)
    case 'visitor-copy':
      return visitorCopy(content, desktop)
    case 'visitor-reminder':
      return visitorReminder(content, desktop)
    case 'visitor-rating':
      return visitorRating(content, desktop)
    case 'visitor-released':
      return visitorReleased(content, desktop)
    case 'visitor-link':
      return visitorLink(content, desktop)
    case 'visitor-receipt':
      return visitorReceipt(content, desktop)
    case 'order-news':
      return orderNews(content, desktop)
    case 'feedback-given':
      return feedbackGiven(content, desktop)
    case 'order-received':
    case 'order-accepted':
    case 'order-gone':
    case 'order-paid':
    case 'order-sent':
    case 'order-closed':
    case 'order-refunded':
    case 'order-link':
      return orderMail(content, desktop)
    case 'plan-ending':
    case 'plan-ended':
      return planMail(content, desktop)
    case 'mailbox-outage':
      return outageMail(content, desktop)
    case 'invitation':
      return invitationMail(content, desktop)
    case 'account-link':
    case 'account-password':
    case 'second-factor-on':
    case 'second-factor-codes':
    case 'second-factor-off':
    case 'recovery-code-used':
    case 'provider-linked':
    case 'provider-unlinked':
    case 'passkey-added':
    case 'passkey-removed':
      return accountMail(content, desktop)
    case 'declaration-received':
    case 'declaration-copy':
      return declarationMail(content, desktop)
  }
}

function honestPart(part: Part): Part {
  if (part.kind === 'facts') {
    const rows = part.rows.map((row) => ({ ...row, value: honest(row.value) }))
    return { ...part, rows }
  }
  if (part.kind === 'bill') return part
  const text = honest(part.text)
  if (part.kind !== 'words') return { ...part, text }
  const { by, title, above, beside } = part
  return {
    ...part,
    by: honest(by),
    title: title && honest(title),
    above: above?.map(honest),
    text,
    beside: beside?.map(honest),
  }
}
