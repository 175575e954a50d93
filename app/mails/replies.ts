import type { TFunction } from 'i18next'
import type { Config, Services } from '~/config'
import { findSiteDesk } from '~/domain/desks/site-desk'
import type { Company } from '~/domain/legal/legal'
import { isEarlierKey } from '~/domain/mail-in/aliases'
import type { NoticeReply } from '~/domain/mail-in/ports'
import { deskAddress, noticeAddress, replyAddress } from '~/http/links/mail-addresses.server'
import type { Part } from './parts'

/**
 * Who gets a reply to a letter. ticket: its conversation, with the right to write there · all: its
 * conversation, without that right, since everybody in copy has this address, too · notice: its
 * conversation, as the member whose `reader` it is · desk: the desk, without a right · site: the business
 * that runs the site · person: the guest whom a notice is about. Absent for notices to members about several
 * guests or none, whose sender nobody reads.
 */
export type Replies =
  | { kind: 'ticket'; ticketId: string; publicKey: string }
  | { kind: 'all'; ticketId: string; publicKey: string }
  | ({ kind: 'notice'; reader: string } & NoticeReply)
  | { kind: 'desk'; publicKey: string }
  | { kind: 'site' }
  | { kind: 'person'; address: string }

/** Of a notice that one guest alone has caused, who may have given an address. */
export function replyTo(guest: string | undefined): Replies | undefined {
  return guest ? { kind: 'person', address: guest } : undefined
}

/** What becomes of a reply to it, for the member who gets it. */
export function replyHint(guest: string | undefined, t: TFunction): Part {
  const text = guest ? t('mails:replyGoesTo', { address: guest }) : t('mails:replyUnread')
  return { kind: 'aside', text }
}

export interface ReplyPorts {
  desks: Pick<Services['desks'], 'findById'>
  siteClaim: Pick<Services['siteClaim'], 'find'>
  mailAliases: Pick<Services['mailAliases'], 'find' | 'list'>
}

/**
 * The Reply-To of a letter; undefined where replies go to its sender: that is a mailbox which is read
 * here, or one that nobody reads.
 */
export async function replyToOf(
  replies: Replies | undefined,
  { mailIn, secrets }: Pick<Config, 'mailIn' | 'secrets'>,
  company: Pick<Company, 'email'>,
  ports: ReplyPorts,
): Promise<string | undefined> {
  const domain = mailIn?.domain
  switch (replies?.kind) {
    case undefined:
      return undefined
    case 'person':
      return replies.address
    case 'ticket':
    case 'all':
      return domain && replyAddress(secrets, domain, replies)
    case 'notice':
      return domain && noticeAddress(secrets, domain, replies, replies.reader)
    case 'desk':
      return domain && deskAddress(replies.publicKey, domain)
    case 'site': {
      if (mailIn?.imap && !domain) return undefined
      return (domain && (await siteAddress(ports, domain))) || company.email
    }
  }
}

/** As the site's desk shows its address; undefined without such a desk. */
async function siteAddress(
  { mailAliases, ...ports }: ReplyPorts,
  domain: string,
): Promise<string | undefined> {
  const desk = await findSiteDesk(ports)
  if (!desk) return undefined
  const chosen = (await mailAliases.list(desk.id)).find(({ name }) => !isEarlierKey(name))
  return deskAddress(chosen?.name ?? desk.publicKey, domain)
}
