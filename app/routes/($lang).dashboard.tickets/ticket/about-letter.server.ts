import type { AppLoadContext } from '@remix-run/node'
import type { Desk } from '~/domain/desks/desks'
import type { Member } from '~/domain/desks/members'
import { nameForGuests } from '~/domain/desks/people'
import { closingOf, signatureOf } from '~/domain/desks/signatures'
import type { MailAlias } from '~/domain/mail-in/aliases'
import { answerLanguage } from '~/domain/tickets/answer-language'
import type { Ticket } from '~/domain/tickets/tickets'
import { answerAddress } from '~/http/links/mail-addresses.server'
import { translations } from '~/i18n/translation.server'
import type { NoMail } from './no-mail.server'

interface Answering {
  desk: Desk
  member: Member
  /** Of the desk's, to which the guest wrote. */
  address?: MailAlias
  /** The guest reads the conversation's page first. */
  isFromPage: boolean
  noMail?: NoMail
}

/** In one line: from which of the desk's addresses an answer leaves, its end, and how it is answered. */
export function aboutLetter(
  ticket: Ticket,
  { desk, member, address, isFromPage, noMail }: Answering,
  { config, language }: Pick<AppLoadContext, 'config' | 'language'>,
): string | undefined {
  const { t } = translations(language)
  const { visitorEmail } = ticket
  const own = signatureOf(desk, member, address, answerLanguage(ticket))
  const end = closingOf('', nameForGuests(desk, member.uid), own)
  const takesReplies = config.mailIn !== undefined
  const parts = [
    address && t('history:letter.from', { address: answerAddress(address, config) }),
    visitorEmail &&
      !isFromPage &&
      end &&
      t('history:letter.signature', { text: end.split('\n').join(' / ') }),
    visitorEmail && !noMail && !takesReplies && t('history:letter.byLink'),
  ]
  return parts.filter(Boolean).join(' · ') || undefined
}
