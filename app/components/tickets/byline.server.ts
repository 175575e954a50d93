import type { Desk } from '~/domain/desks/desks'
import type { Member } from '~/domain/desks/members'
import { nameForGuests } from '~/domain/desks/people'
import type { Language } from '~/domain/text/languages'
import type { Byline } from '~/domain/tickets/messages'
import { translations } from '~/i18n/translation.server'

type Named = Pick<Desk, 'name' | 'people'>

/** For guests: a first name, or nothing for the desk as a whole. */
export function bylineForGuests(desk: Desk): Byline {
  return (byUid) => nameForGuests(desk, byUid)
}

/** For a member, whose own words need no name. */
export function bylineForMember({ name, people }: Named, uid: string, language: Language): Byline {
  if (!people) return () => undefined
  const { t } = translations(language)
  return (byUid) => {
    if (byUid === uid) return undefined
    // Written before authors were stored.
    if (byUid === undefined) return name || t('counter:unnamed')
    return memberName({ people }, byUid, language)
  }
}

/** On paper, where its reader is one of several: each by name, the desk's where one is not known. */
export function bylineOnPaper(
  { name, people }: Named,
  member: Pick<Member, 'uid' | 'name'>,
  language: Language,
): Byline {
  const ofDesk = name || translations(language).t('counter:unnamed')
  return (byUid) => {
    if (byUid === undefined) return ofDesk
    if (people) return memberName({ people }, byUid, language)
    return (byUid === member.uid && member.name) || ofDesk
  }
}

/** For everything of the desk as files, where each name is the author's own. */
export function bylineForExport({ people }: Pick<Desk, 'people'>): Byline {
  return (byUid) => (byUid === undefined ? undefined : people?.[byUid]?.name || undefined)
}

/** As other members read it: also of who has left, or has no name, or whose account is erased. */
export function memberName(
  { people }: Pick<Desk, 'people'>,
  uid: string,
  language: Language,
): string {
  const { t } = translations(language)
  const person = people?.[uid]
  return person ? person.name || t('people:nameless') : t('people:former')
}
