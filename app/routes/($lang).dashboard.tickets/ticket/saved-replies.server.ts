import type { Desk } from '~/domain/desks/desks'
import { nameForGuests } from '~/domain/desks/people'
import { inLanguage, type Language } from '~/domain/text/languages'
import { answerLanguage } from '~/domain/tickets/answer-language'
import { fillSavedReply, type SavedReplyStore } from '~/domain/tickets/saved-replies'
import type { Ticket } from '~/domain/tickets/tickets'
import { translations } from '~/i18n/translation.server'

export interface FilledReply {
  id: string
  shortcut: string
  text: string
  /** The language in which the ticket is answered, else the one that the reply has. */
  language: Language
}

/** With the name that guests see of the member who answers. */
export async function readFilledReplies(
  store: SavedReplyStore,
  desk: Desk,
  ticket: Ticket,
  uid: string,
): Promise<FilledReply[]> {
  const filling = {
    visitor: ticket.visitorName,
    owner: nameForGuests(desk, uid) ?? desk.name,
    ticket: ticket.number,
    desk: desk.name,
  }
  return (await store.list(desk.id)).flatMap(({ id, shortcut, text }) => {
    const found = inLanguage(text, answerLanguage(ticket))
    if (!found) return []
    const { language } = found
    const { t } = translations(language)
    const neutral = {
      owner: t('counter:nameless.owner'),
      desk: t('counter:nameless.desk'),
    }
    return [{ id, shortcut, language, text: fillSavedReply(found.text, filling, neutral) }]
  })
}
