import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useAnnounced } from '~/components/site/announcer'
import type { FormAnswer } from '~/domain/forms/forms'
import { isLanguage, type Language } from '~/domain/text/languages'
import { answerLanguage } from '~/domain/tickets/answer-language'
import { excerpt } from '~/domain/tickets/messages'
import { languageName } from '~/i18n/countries'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { insertAtCursor, useShortcuts } from './insertion'
import type { TicketThread } from './thread-page.server'
import { ToolSummary } from './tool'

const shownLength = 60

/** Without scripts the button returns the form with the text filled in. */
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
  const language = useLanguage()
  const { saved } = ticket
  const locale = answerLanguage(ticket)
  const typed = answer?.typed.inserted
  const [last, setLast] = useState(isLanguage(typed) ? typed : undefined)
  const inserted = useCallback((reply: { language: Language }) => setLast(reply.language), [])
  useShortcuts(form, saved, inserted)
  const foreign =
    last && last !== locale
      ? t('tickets:insertedIn', {
          theirs: languageName(locale, language),
          language: languageName(last, language),
        })
      : undefined
  useAnnounced(foreign)
  const list = useSuggestions(form)
  const field = form.current?.querySelector('textarea')?.parentElement
  const suggestions =
    list &&
    field &&
    createPortal(
      <list.Suggestions
        form={form}
        replies={saved}
        canName={ticket.canName}
        insert={(area, text, before, reply) => {
          insertAtCursor(area, text, before)
          if (reply) inserted(reply)
        }}
      />,
      field,
    )
  if (saved.length === 0) return suggestions
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
    <>
      {suggestions}
      <details open={answer?.typed.inserted !== undefined || undefined}>
        <ToolSummary tool="saved">{t('tickets:saved')}</ToolSummary>
        <div className="saved">
          <select aria-label={t('tickets:saved')} name="saved" defaultValue={answer?.typed.saved}>
            {saved.map(({ id, shortcut, text, language: only }) => (
              <option key={id} value={id} lang={only}>
                /{shortcut}
                {only !== locale &&
                  ` (${t('tickets:onlyIn', { language: languageName(only, language) })})`}{' '}
                · {excerpt(text, shownLength)}
              </option>
            ))}
          </select>
          <button className="button second" name="intent" value="insert" onClick={insert}>
            {t('tickets:insert')}
          </button>{' '}
          <AppLink className="quiet" to="/dashboard/settings/replies">
            {t('tickets:savedOpen')}
          </AppLink>
          {foreign && <p className="quiet">{foreign}</p>}
        </div>
      </details>
    </>
  )
}

/** Loaded once a sign is typed that may open it. Without it, the page lists names and replies. */
function useSuggestions(form: React.RefObject<HTMLFormElement>) {
  const [list, setList] = useState<typeof import('./suggestions')>()
  useEffect(() => {
    const area = form.current?.querySelector('textarea')
    const typing = new AbortController()
    const typed = () => {
      if (!area || !/[/@]/.test(area.value)) return
      typing.abort()
      import('./suggestions').then(setList)
    }
    area?.addEventListener('input', typed, { signal: typing.signal })
    return () => typing.abort()
  }, [form])
  return list
}
