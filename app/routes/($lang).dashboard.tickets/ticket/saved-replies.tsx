import { useCallback, useState } from 'react'
import type { FormAnswer } from '~/domain/forms/forms'
import { excerpt } from '~/domain/tickets/messages'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { insertAtCursor, useShortcuts } from './insertion'
import type { TicketThread } from './thread-page.server'

const shownLength = 60

/** Chooses a saved reply for the answer. Without scripts the button sends the form and gets it back filled. */
export function SavedReplies({
  ticket,
  form,
  answer,
}: {
  ticket: TicketThread
  form: React.RefObject<HTMLFormElement>
  answer?: FormAnswer
}) {
  const { t } = useTranslation()
  const { saved, locale } = ticket
  const [last, setLast] = useState(answer?.typed.inserted)
  const inserted = useCallback((reply: { language: string }) => setLast(reply.language), [])
  useShortcuts(form, saved, inserted)
  if (saved.length === 0) return null
  const insert = (event: React.MouseEvent) => {
    const fields = form.current
    const area = fields?.querySelector('textarea')
    const chosen = fields && new FormData(fields).get('saved')
    const reply = saved.find(({ id }) => id === chosen)
    if (!area || !reply) return
    event.preventDefault()
    insertAtCursor(area, reply.text)
    setLast(reply.language)
  }
  return (
    <div className="saved">
      <label htmlFor="saved">{t('tickets:saved')}</label>
      <select id="saved" name="saved" defaultValue={answer?.typed.saved}>
        {saved.map(({ id, shortcut, text, language }) => (
          <option key={id} value={id}>
            /{shortcut}
            {language !== locale && ` (${only(language)})`} · {excerpt(text, shownLength)}
          </option>
        ))}
      </select>
      <button className="button second" name="intent" value="insert" onClick={insert}>
        {t('tickets:insert')}
      </button>{' '}
      <AppLink className="quiet" to="/dashboard/settings?section=replies">
        {t('tickets:savedOpen')}
      </AppLink>
      {last && last !== locale && (
        <p className="quiet" role="status">
          {last === 'en' ? t('tickets:insertedEnglish') : t('tickets:insertedGerman')}
        </p>
      )}
    </div>
  )

  function only(language: string) {
    return language === 'en' ? t('tickets:inEnglish') : t('tickets:inGerman')
  }
}
