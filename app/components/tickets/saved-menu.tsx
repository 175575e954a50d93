import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Language } from '~/domain/text/languages'
import { excerpt } from '~/domain/tickets/messages'
import { languageName } from '~/i18n/countries'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { FilledReply } from './saved-replies.server'
import { ToolSummary } from './tool'

const shownLength = 60

/** Of so many one sees all at once. */
const mostUnfiltered = 8

/**
 * Each is put into what is written at one press; without scripts the form comes back with it. A "/" at the start of an
 * empty field opens the menu, its filter in focus; Escape gives back what was typed.
 */
export function SavedMenu({
  replies,
  locale,
  form,
  insert,
}: {
  replies: FilledReply[]
  /** The language of what is written. */
  locale: Language
  form: RefObject<HTMLFormElement>
  insert: (area: HTMLTextAreaElement, reply: FilledReply) => void
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const menu = useRef<HTMLDetailsElement>(null)
  // Undefined until the page listens.
  const [filter, setFilter] = useState<string>()
  const [bySlash, setBySlash] = useState(false)
  useEffect(() => {
    setFilter('')
    const area = form.current?.querySelector('textarea')
    const typing = (event: InputEvent) => {
      if (event.data !== '/' || area?.value || !menu.current) return
      event.preventDefault()
      flushSync(() => setBySlash(true))
      menu.current.open = true
      menu.current.querySelector('input')?.focus()
    }
    area?.addEventListener('beforeinput', typing)
    return () => area?.removeEventListener('beforeinput', typing)
  }, [form])
  const isCalled = ({ shortcut }: FilledReply) => shortcut.startsWith(filter ?? '')
  const fitting = replies.filter((reply) => {
    return isCalled(reply) || reply.text.toLowerCase().includes(filter ?? '')
  })
  const shown = fitting.sort((one, other) => Number(isCalled(other)) - Number(isCalled(one)))
  /** Closes the menu and goes on in the field. */
  const leave = (write: (area: HTMLTextAreaElement) => void) => {
    const area = form.current?.querySelector('textarea')
    if (menu.current) menu.current.open = false
    area?.focus()
    if (area) write(area)
  }
  const put = (reply: FilledReply | undefined) => reply && leave((area) => insert(area, reply))
  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, nativeEvent } = event
    if (nativeEvent.isComposing) return
    if (key === 'Enter' && (target as Element).matches('input')) put(shown[0])
    // What lists suggestions hears only of what is typed on.
    else if (key === 'Escape' && bySlash) {
      leave((area) => area.setRangeText(`/${filter}`, 0, 0, 'end'))
    } else return
    event.preventDefault()
  }
  return (
    <details
      className="saved over"
      ref={menu}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) return
        setFilter('')
        setBySlash(false)
      }}
    >
      <ToolSummary tool="saved">{t('saved:heading')}</ToolSummary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is in it has the keys */}
      <div className="choices" onKeyDown={pressed}>
        {filter !== undefined && (bySlash || replies.length > mostUnfiltered) && (
          <>
            <input
              aria-label={t('saved:heading')}
              placeholder={t('saved:filter')}
              autoComplete="off"
              value={filter}
              onChange={({ target: { value } }) => {
                const called =
                  value.endsWith(' ') && shown.find((each) => `${each.shortcut} ` === value)
                if (called) put(called)
                else setFilter(value.toLowerCase())
              }}
            />
            <p className="visually-hidden" role="status">
              {filter && t('saved:suggested', { count: shown.length })}
            </p>
          </>
        )}
        {shown.map((reply) => (
          <button
            key={reply.id}
            className="plain-button"
            name="saved"
            value={reply.id}
            onClick={(event) => {
              event.preventDefault()
              put(reply)
            }}
          >
            <b>/{reply.shortcut}</b>{' '}
            <span lang={reply.language}>{excerpt(reply.text, shownLength)}</span>{' '}
            {reply.language !== locale && (
              <small>
                {t('saved:onlyIn', { language: languageName(reply.language, language) })}
              </small>
            )}
          </button>
        ))}
        <AppLink to="/dashboard/settings/replies">{t('saved:manage')}</AppLink>
      </div>
    </details>
  )
}
