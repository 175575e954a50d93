import { useEffect, useState } from 'react'
import { excerpt } from '~/domain/tickets/messages'
import { useTranslation } from '~/i18n/translation'
import { insertAtCursor } from './insertion'
import type { FilledReply } from './saved-replies.server'

/** "/" and the beginning of a shortcut right before the cursor, at a word's start. */
const begun = /(?:^|\s)\/([\p{L}\p{N}-]{0,30})$/u

const shownLength = 80

const id = 'slash-list'

/** A "/" lists the saved replies. The focus stays in the textarea, which names the active one. */
export function SlashList({
  form,
  replies,
  inserted,
}: {
  form: React.RefObject<HTMLFormElement>
  replies: FilledReply[]
  inserted: (reply: FilledReply) => void
}) {
  const { t } = useTranslation()
  // Undefined while it is closed.
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const found =
    typed === undefined
      ? []
      : replies.filter(({ shortcut }) => shortcut.startsWith(typed.toLowerCase()))
  const open = found.length > 0

  function choose(reply: FilledReply | undefined) {
    const area = form.current?.querySelector('textarea')
    if (!area || !reply || typed === undefined) return
    insertAtCursor(area, reply.text, typed.length + 1)
    setTyped(undefined)
    inserted(reply)
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
    <div className="slash-list">
      <p className="visually-hidden" role="status">
        {open && t('tickets:slashHint', { count: found.length })}
      </p>
      {open && (
        <div className="options" id={id} role="listbox" aria-label={t('tickets:saved')}>
          {found.map((reply, index) => (
            <div
              key={reply.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              ref={index === active ? scrollTo : undefined}
              // Before the textarea loses the focus.
              onPointerDown={(event) => {
                event.preventDefault()
                choose(reply)
              }}
            >
              <b>/{reply.shortcut}</b> <span>{excerpt(reply.text, shownLength)}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

function scrollTo(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}
