import type { Desk } from '~/domain/desks/desks'
import { nameForGuests } from '~/domain/desks/people'
import { inLanguage, type Language } from '~/domain/text/languages'
import { fillSavedReply, type SavedReplyStore } from '~/domain/tickets/saved-replies'
import { translations } from '~/i18n/translation.server'

export interface FilledReply {
  id: string
  shortcut: string
  text: string
  /** That of what is written, else the one that the reply has. */
  language: Language
}

/** With the name that guests see of the member who writes. `number`: the ticket's, where there is one. */
export async function readFilledReplies(
  store: SavedReplyStore,
  desk: Desk,
  { name, number, language: wanted }: { name: string; number?: number; language: Language },
  uid: string,
): Promise<FilledReply[]> {
  const filling = {
    visitor: name,
    owner: nameForGuests(desk, uid) ?? desk.name,
    ticket: number,
    desk: desk.name,
  }
  return (await store.list(desk.id)).flatMap(({ id, shortcut, text }) => {
    const found = inLanguage(text, wanted)
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
