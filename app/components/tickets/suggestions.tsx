import { useEffect, useState } from 'react'
import { announce } from '~/components/site/announcer'
import { useTranslation } from '~/i18n/translation'
import { setNote } from './composer'
import type { FilledReply } from './saved-replies.server'

/** A sign at a word's start, and what was typed of a shortcut or a name, right before the cursor. */
const begun = /(?:^|\s)(\/[\p{L}\p{N}-]{0,30}|@[^@/\n]{0,80})$/u

/** Characters of a saved reply; its line shows as many as it has room for. */
const shownLength = 80

const id = 'suggestions'

/** Whom notes can name, each with an `@`. */
export interface CanName {
  lead: string
  names: string[]
  text: string
}

interface Suggestion {
  /** What is typed, with its sign. */
  word: string
  text: string
  reply?: FilledReply
}

/**
 * A "/" lists the saved replies, an "@" the members whom a note can name: with the name of one, what is written
 * becomes a note. The focus stays in the textarea, which names the active one.
 */
export function Suggestions({
  form,
  replies,
  canName,
  insert,
}: {
  form: React.RefObject<HTMLFormElement>
  replies: FilledReply[]
  canName?: CanName
  /** Replaces so many characters before the cursor. */
  insert: (area: HTMLTextAreaElement, text: string, before: number, reply?: FilledReply) => void
}) {
  const { t } = useTranslation()
  // Undefined while it is closed.
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const all: Suggestion[] = [
    ...replies.map((reply) => ({ word: `/${reply.shortcut}`, text: reply.text, reply })),
    ...(canName?.names ?? []).map((word) => ({ word, text: word })),
  ]
  const found =
    typed === undefined
      ? []
      : all.filter(({ word }) => word.toLowerCase().startsWith(typed.toLowerCase()))
  const open = found.length > 0

  function choose(suggestion: Suggestion | undefined) {
    const area = form.current?.querySelector('textarea')
    if (!area || !suggestion || typed === undefined) return
    const { reply, text } = suggestion
    if (reply) insert(area, text, typed.length, reply)
    else name(area, text, typed.length)
    setTyped(undefined)
  }

  /** With one space, after which one types on; none before the end of a line or a sentence. */
  function name(area: HTMLTextAreaElement, text: string, before: number) {
    if (form.current?.dataset.writes !== 'note') announce(t('thread:note'))
    setNote(form.current, true)
    const ahead = area.value.slice(area.selectionEnd)
    const spaces = ahead.search(/[^ ]|$/)
    area.selectionEnd += spaces
    const isLast = /^[\n.,;:!?)]/.test(ahead.slice(spaces))
    insert(area, isLast ? text : `${text} `, before)
  }

  useEffect(() => {
    const area = form.current?.querySelector('textarea')
    const close = () => setTyped(undefined)
    const input = () => {
      if (!area) return
      setTyped(begun.exec(area.value.slice(0, area.selectionEnd))?.[1])
      setActive(0)
    }
    const listening = new AbortController()
    const { signal } = listening
    area?.addEventListener('input', input, { signal })
    for (const event of ['blur', 'click']) area?.addEventListener(event, close, { signal })
    // Loaded by a sign that was typed before.
    if (document.activeElement === area) input()
    return () => listening.abort()
  }, [form])

  useEffect(() => {
    const area = form.current?.querySelector('textarea')
    if (!area || !open) return
    const keys: Record<string, () => void> = {
      ArrowDown: () => setActive((active + 1) % found.length),
      ArrowUp: () => setActive((active + found.length - 1) % found.length),
      Enter: () => choose(found[active]),
      Tab: () => choose(found[active]),
      Escape: () => setTyped(undefined),
    }
    const pressed = (event: KeyboardEvent) => {
      const deed = keys[event.key]
      if (!deed || event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      deed()
    }
    const said = {
      'aria-haspopup': 'listbox',
      'aria-autocomplete': 'list',
      'aria-controls': id,
      'aria-activedescendant': `${id}-${active}`,
    }
    area.addEventListener('keydown', pressed)
    for (const [name, value] of Object.entries(said)) area.setAttribute(name, value)
    return () => {
      area.removeEventListener('keydown', pressed)
      for (const name of Object.keys(said)) area.removeAttribute(name)
    }
  })

  return (
    <>
      <p className="visually-hidden" role="status">
        {open && t('saved:suggested', { count: found.length })}
      </p>
      {open && (
        <div
          className="suggestions"
          id={id}
          role="listbox"
          aria-label={typed?.startsWith('@') ? canName?.lead : t('saved:heading')}
        >
          {found.map((suggestion, index) => (
            <div
              key={suggestion.reply?.id ?? suggestion.word}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              ref={index === active ? scrollTo : undefined}
              // Before the textarea loses the focus.
              onPointerDown={(event) => {
                event.preventDefault()
                choose(suggestion)
              }}
            >
              <b>{suggestion.word}</b>{' '}
              {suggestion.reply && (
                <span lang={suggestion.reply.language}>
                  {[...suggestion.text].slice(0, shownLength).join('')}
                </span>
              )}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

function scrollTo(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}
