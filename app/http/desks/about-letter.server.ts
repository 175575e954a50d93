import type { AppLoadContext } from '@remix-run/node'
import type { Desk } from '~/domain/desks/desks'
import type { Member } from '~/domain/desks/members'
import { nameForGuests } from '~/domain/desks/people'
import { closingOf, signatureOf } from '~/domain/desks/signatures'
import type { MailAlias } from '~/domain/mail-in/aliases'
import type { Language } from '~/domain/text/languages'
import { answerAddress } from '~/http/links/mail-addresses.server'
import { translations } from '~/i18n/translation.server'

interface Writing {
  desk: Desk
  member: Member
  /** Of the letter. */
  language: Language
  /** Of the desk's, to which the guest wrote. */
  address?: MailAlias
  /** The guest reads the conversation's page first. */
  isFromPage?: boolean
  /** Why nothing is sent, where it is so. */
  noMail?: unknown
}

/** In one line: from which of the desk's addresses what is written leaves, its end, and how it is answered. */
export function aboutLetter(
  { desk, member, language: locale, address, isFromPage, noMail }: Writing,
  { config, language }: Pick<AppLoadContext, 'config' | 'language'>,
): string | undefined {
  const { t } = translations(language)
  const own = signatureOf(desk, member, address, locale)
  const end = closingOf('', nameForGuests(desk, member.uid), own)
  const parts = [
    address && t('history:letter.from', { address: answerAddress(address, config) }),
    !isFromPage && end && t('history:letter.signature', { text: end.split('\n').join(' / ') }),
    !noMail && !config.mailIn && t('history:letter.byLink'),
  ]
  return parts.filter(Boolean).join(' · ') || undefined
}
