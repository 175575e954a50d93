import type { DeskNews } from '~/components/desks/desk-news'
import { memberName } from '~/components/tickets/byline.server'
import type { Desk } from '~/domain/desks/desks'
import type { LiveEvent } from '~/domain/live/live'
import { inEvery, type Language } from '~/domain/text/languages'
import type { TicketStore } from '~/domain/tickets/tickets'
import { translations } from '~/i18n/translation.server'

/** What a colleague did that concerns one member. */
export type ForMember = Extract<LiveEvent, { kind: 'given' | 'named' | 'taken' }>

export function isForMember(event: LiveEvent): event is ForMember {
  return ['given', 'named', 'taken'].includes(event.kind)
}

/** What the member's tabs say of it, each in its own language. */
export async function toastNews(
  tickets: Pick<TicketStore, 'find'>,
  desk: Desk,
  news: ForMember,
): Promise<DeskNews> {
  switch (news.kind) {
    case 'given':
      return { toast: inEvery(givenTo(news, desk, await guestOf(news))) }
    case 'named':
      return { number: news.number, toast: inEvery(namedIn(news, desk)) }
    case 'taken': {
      const [number, ...others] = news.numbers
      return {
        number: others.length > 0 ? undefined : number,
        toast: inEvery(takenFrom(news, desk)),
      }
    }
  }

  async function guestOf({ numbers: [number = 0, ...others] }: Of<'given'>) {
    const ticket = others.length > 0 ? undefined : await tickets.find({ deskId: desk.id, number })
    return ticket?.visitorName || ticket?.visitorEmail
  }
}

type Of<Kind extends ForMember['kind']> = Extract<ForMember, { kind: Kind }>

function givenTo({ numbers, byUid }: Of<'given'>, desk: Desk, name: string | undefined) {
  const [number = 0] = numbers
  const count = numbers.length
  return (language: Language) => {
    const { t } = translations(language)
    const by = memberName(desk, byUid, language)
    const guest = name || t('notices:givenFrom')
    const text = t('notices:givenTo', { count, number, by, guest })
    return {
      text,
      link: linkTo(count === 1 ? `?ticket=${number}#newest` : '?whose=mine', language),
    }
  }
}

function namedIn({ number, byUid }: Of<'named'>, desk: Desk) {
  return (language: Language) => {
    const { t } = translations(language)
    const text = t('notices:namedIn', { number, by: memberName(desk, byUid, language) })
    return { text, link: linkTo(`?ticket=${number}#newest`, language) }
  }
}

function takenFrom({ numbers, byUid, to }: Of<'taken'>, desk: Desk) {
  const [number = 0] = numbers
  const count = numbers.length
  const how = to === undefined ? 'unassigned' : to === byUid ? 'taken' : 'passedOn'
  return (language: Language) => {
    const { t } = translations(language)
    const [by, name] = [byUid, to ?? ''].map((uid) => memberName(desk, uid, language))
    const text = t(`notices:lost.${how}`, { count, number, by, name })
    return { text, link: linkTo(count === 1 ? `?ticket=${number}#newest` : '', language) }
  }
}

function linkTo(query: string, language: Language) {
  const { t } = translations(language)
  return { text: t('notices:givenOpen'), to: `/dashboard/tickets${query}` }
}
