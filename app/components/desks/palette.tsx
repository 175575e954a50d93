import { useFetcher, useNavigate } from '@remix-run/react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { localizedPath } from '~/i18n/addresses'
import { useAtDesk } from '~/i18n/desk-address'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { readDeeds } from './palette-deeds'

/** What the desk's search page answers, as much of it as is shown. */
interface Found {
  q: string
  label: string
  count: string
  groups: { heading: string; hits: { to: string; text: string; detail?: string }[] }[]
}

/** Something to choose: a place, or a press on the page below. */
interface Choice {
  id: string
  text: string
  detail?: string
  /** What it is called besides, each from its beginning. */
  called?: string[]
  /** Whether it opens a part of the page below. */
  opens?: boolean
  choose(): void
}

/** Milliseconds without typing. */
const pause = 150

/** Milliseconds that an Enter waits for what is found. */
const patience = 3_000

/** The desk's search over any page, and what the page can do. */
export function Palette({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const { data, load } = useFetcher<Found>()
  const navigate = useNavigate()
  const language = useLanguage()
  const atDesk = useAtDesk()
  const dialog = useRef<HTMLDialogElement>(null)
  const asked = useRef<string>()
  const [q, setQ] = useState('')
  // The id of what arrows have chosen since the last letter.
  const [chosen, setChosen] = useState<string>()
  // An Enter waits for what is found.
  const [isAwaited, setAwaited] = useState(false)
  const [pressable] = useState(readDeeds)
  const address = atDesk(localizedPath('/dashboard/search', language))
  const found = `${address}${address.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`
  // No key comes before, as one could with a later effect.
  useLayoutEffect(() => {
    dialog.current?.showModal()
  }, [])
  useEffect(() => {
    if (asked.current === found) return
    const ask = () => {
      asked.current = found
      load(found)
    }
    const timer = setTimeout(ask, q && !isAwaited ? pause : 0)
    return () => clearTimeout(timer)
  }, [q, found, load, isAwaited])
  // Until it is, the places below are those of other letters.
  const isFresh = data && letters(data.q) === letters(q)
  const leave = () => dialog.current?.close()
  const typed = q.trim().toLowerCase()
  const words = typed.split(/\s+/)
  const isMeant = (text: string, before = '') =>
    words.every((word) => (before + text).toLowerCase().includes(before + word))
  const begins = (text = '') => text.toLowerCase().startsWith(typed)
  const isCalled = ({ called = [] }: Choice) => typed.length > 2 && called.some(begins)
  const actions = pressable.map(({ press, kind, ...deed }): Choice => {
    const called = kind && t(`dashboard:palette.called.${kind}`).split(', ')
    const choose = () => {
      leave()
      press()
    }
    return { ...deed, called, id: deed.text, choose }
  })
  const named = actions.filter(({ text }) => begins(text))
  const near = actions.filter(
    (each) => each.opens && (isMeant(each.text, ' ') || isCalled(each)) && !named.includes(each),
  )
  const others = actions.filter(
    (each) => (isMeant(each.text) || isCalled(each)) && ![...named, ...near].includes(each),
  )
  const places = (data?.groups ?? []).map(({ heading, hits }) => ({
    id: heading,
    heading,
    choices: hits.flatMap(({ to, text, detail }): Choice[] => {
      if (!isFresh && !isMeant(`${text} ${detail}`)) return []
      const choose = () => {
        leave()
        navigate(atDesk(localizedPath(to, language)))
      }
      return [{ id: `${heading} ${to}`, text, detail, choose }]
    }),
  }))
  const here = t('dashboard:palette.here')
  // A part of the page that has a word of it comes before places that have none which begins with it.
  const ahead = places.findIndex(({ choices }) => begins(choices[0]?.text)) + 1
  const groups = [
    { id: 'named', heading: here, choices: named },
    ...places.slice(0, ahead),
    { id: 'near', heading: here, choices: near },
    ...places.slice(ahead),
    { id: 'others', heading: here, choices: others },
  ].filter(({ choices }) => choices.length > 0)
  const all = groups.flatMap(({ choices }) => choices)
  // An Enter chooses nothing before a letter, and a deed by a word within its name only where there is nothing else.
  const within = isFresh && others.find((each) => isMeant(each.text, ' ') || isCalled(each))
  const first = all.length > others.length ? all[0] : within || undefined
  const current = all.find(({ id }) => id === chosen) ?? (typed ? first : undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a press, and its hits when they are there, and no other render
  useEffect(() => {
    if (!isAwaited) return
    if (isFresh) {
      setAwaited(false)
      return current?.choose()
    }
    const goOn = () => {
      leave()
      navigate(found)
    }
    const timer = setTimeout(goOn, patience)
    return () => clearTimeout(timer)
  }, [isAwaited, isFresh])
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setChosen(all[nextOf(current ? all.indexOf(current) : -1, step, all.length)]?.id)
    else if (event.key !== 'Enter') return
    else if (isFresh || actions.some(({ id }) => id === current?.id)) current?.choose()
    else setAwaited(q !== '')
    event.preventDefault()
  }
  const idOf = (choice: Choice | undefined) => choice && `palette-${all.indexOf(choice)}`
  const label = data?.label ?? t('dashboard:search')
  return (
    <dialog className="palette" ref={dialog} aria-label={t('dashboard:search')} onClose={close}>
      <input
        autoFocus
        role="combobox"
        aria-label={label}
        aria-expanded={all.length > 0}
        aria-controls="palette-found"
        aria-activedescendant={idOf(current)}
        placeholder={label}
        autoComplete="off"
        enterKeyHint="go"
        maxLength={200}
        value={q}
        onChange={({ target }) => {
          setQ(target.value)
          setChosen(undefined)
          setAwaited(false)
        }}
        onKeyDown={pressed}
      />
      <div id="palette-found" role="listbox" aria-label={t('dashboard:search')}>
        {groups.map(({ id, heading, choices }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, no fieldset
          <div role="group" aria-label={heading} key={id}>
            <p aria-hidden="true">{heading}</p>
            {choices.map((choice) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
              <div
                key={choice.id}
                id={idOf(choice)}
                role="option"
                tabIndex={-1}
                aria-selected={choice === current}
                ref={choice === current ? keepInSight : undefined}
                onClick={choice.choose}
              >
                <bdi>{choice.text}</bdi> {choice.detail && <span>{choice.detail}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className="quiet" role="status">
        {data &&
          (all.length > 0 ? t('dashboard:palette.count', { count: all.length }) : data.count)}
      </p>
    </dialog>
  )
}

/** The server sends back what it has sought with other blanks and dashes. */
function letters(q: string): string {
  return q.replace(/[^\p{L}\d]+/gu, ' ').trim()
}

/** The first or the last one, if none is chosen. */
function nextOf(chosen: number, step: number, count: number): number {
  if (chosen < 0) return step > 0 ? 0 : count - 1
  return (chosen + step + count) % count
}

function keepInSight(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}
