import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useAnnounced } from '~/components/site/announcer'
import { loadExtra } from '~/components/updates/fetch-retry'
import type { FormAnswer } from '~/domain/forms/forms'
import { isLanguage, type Language } from '~/domain/text/languages'
import { languageName } from '~/i18n/countries'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { insertAtCursor, useShortcuts } from './insertion'
import { SavedMenu } from './saved-menu'
import type { FilledReply } from './saved-replies.server'
import type { CanName } from './suggestions'

/** Their menu, and what is typed that calls one. */
export function SavedReplies({
  saved,
  locale,
  canName,
  form,
  answer,
}: {
  saved: FilledReply[]
  /** The language of what is written. */
  locale: Language
  canName?: CanName
  form: React.RefObject<HTMLFormElement>
  answer?: FormAnswer
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const typed = answer?.typed.inserted
  const [last, setLast] = useState(isLanguage(typed) ? typed : undefined)
  const inserted = useCallback((reply: { language: Language }) => setLast(reply.language), [])
  useShortcuts(form, saved, inserted)
  const foreign =
    last && last !== locale
      ? t('saved:insertedIn', {
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
        canName={canName}
        insert={(area, text, before, reply) => {
          insertAtCursor(area, text, before)
          if (reply) inserted(reply)
        }}
      />,
      field,
    )
  if (saved.length === 0) return suggestions
  return (
    <>
      {suggestions}
      <SavedMenu
        replies={saved}
        locale={locale}
        form={form}
        insert={(area, reply) => {
          insertAtCursor(area, reply.text)
          inserted(reply)
        }}
      />
      {foreign && <p className="quiet">{foreign}</p>}
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
      loadExtra(() => import('./suggestions')).then(setList)
    }
    area?.addEventListener('input', typed, { signal: typing.signal })
    return () => typing.abort()
  }, [form])
  return list
}
