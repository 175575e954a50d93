import { useNavigation } from '@remix-run/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useFirstAccount } from '~/components/forms/desk-form'
import { focusOn } from '~/components/site/arrival'
import { beginIn, bodyOf, setNote } from '~/components/tickets/composer'
import { raiseToast } from '~/components/toasts/queue'
import { isOffline } from '~/components/updates/fetch-retry'
import { unsent } from '~/domain/tickets/messages'
import { useTranslation } from '~/i18n/translation'
import type { TicketsAnswer } from './answer'
import type { KeptDraft } from './kept-draft.server'
import type { TicketThread } from './thread-page.server'

/** What was in the field when the form was sent, and what had the focus. */
export interface Sent {
  body: string
  focused: Element | null
}

interface SavedDraft {
  key: string
  body: string
  /** Whether it was written as a note. */
  note?: boolean
  /** The last message on the page when it was begun. */
  seen?: number
  /** When it was saved, in milliseconds. */
  at?: number
}

/**
 * The key of the message being written. Each revalidation brings a fresh one, but a draft keeps its
 * own until a message with it is in the thread; the field then loses what was sent. The tab stores
 * the draft across tickets and reloads, and `kept` is what the server has, of this tab or another device: the later
 * of the two counts. What is begun as a note stays one, and so does what is typed after
 * it, until a key says otherwise or the field is left empty. `seen` is the last message on the page when it was
 * begun, so that who sends it is asked about a later answer of somebody else; undefined while nothing is typed.
 */
export function useDraft(
  ticket: TicketThread,
  answer: TicketsAnswer | undefined,
  form: RefObject<HTMLFormElement>,
  sent: RefObject<Sent>,
  kept: KeptDraft | undefined,
): { key: string; seen?: number } {
  const { shownSeq, arrived: arrivals } = ticket
  const [seen, setSeen] = useState(answer?.typed.key ? undefined : kept?.seen)
  const [key, setKey] = useState(answer?.typed.key ?? kept?.key ?? ticket.key)
  const arrived = arrivals.includes(key)
  const account = useFirstAccount()
  // Numbers are per desk, and another member may sign in.
  const name = `reply ${account} ${ticket.number} ${ticket.createdAt.getTime()}`
  const { canReply, takenBack } = ticket
  const words = takenBack?.typed.body
  // Once: the press after the question counts, and it is not asked again of a draft that is left.
  const asked = answer?.overtaken?.seq ?? 0
  useEffect(() => {
    if (!arrived) return
    const body = bodyOf(form.current)
    const rest = unsent(body?.value ?? '', sent.current?.body ?? '')
    form.current?.reset()
    for (const each of form.current?.querySelectorAll('details') ?? []) each.open = false
    if (body) body.value = rest
    if (!rest) foldSent(form.current, sent.current?.focused)
    if (!rest && document.activeElement !== body) setNote(form.current, false)
    setKey(ticket.key)
    const now = rest ? shownSeq : undefined
    setSeen(now)
    save(name, form.current, ticket.key, now)
  }, [arrived, ticket.key, shownSeq, name, form, sent])
  useEffect(() => {
    const body = bodyOf(form.current)
    const saved = readSaved(name, arrivals)
    if (!body || !saved) return
    if (kept && kept.savedAt.getTime() > (saved.at ?? 0)) return
    if (body.value && ![words, kept?.body, saved.body].includes(body.value)) return
    body.value = saved.body
    setNote(form.current, saved.note)
    setKey(saved.key)
    setSeen(saved.seen)
  }, [name, arrivals, words, form, kept])
  useEffect(() => {
    if (kept?.isNote && bodyOf(form.current)?.value === kept.body) setNote(form.current, true)
  }, [kept, form])
  useEffect(() => {
    const body = bodyOf(form.current)
    if (!body || !words || body.value) return
    body.value = words
    // One goes on with what one has taken back.
    beginIn(form.current, Boolean(takenBack?.intent))
  }, [words, takenBack?.intent, form])
  useEffect(() => {
    if (answer?.intent === 'note' && answer.typed.body) setNote(form.current, true)
  }, [answer, form])
  useEffect(() => {
    const element = form.current
    const keep = (event: Event) => {
      const isEmpty = !bodyOf(element)?.value
      // Replies may become possible while it is being written.
      if (!isEmpty && !canReply) setNote(element, true)
      if (isEmpty && isLeft(element, event)) setNote(element, false)
      // What the browser puts back after a reload comes before the effect above.
      const before = seen ?? readSaved(name, arrivals)?.seen ?? shownSeq
      const since = isEmpty ? undefined : Math.max(before, asked)
      setSeen(since)
      save(name, element, key, since)
    }
    for (const event of draftEvents) element?.addEventListener(event, keep)
    return () => {
      for (const event of draftEvents) element?.removeEventListener(event, keep)
    }
  }, [name, key, seen, asked, shownSeq, arrivals, canReply, form])
  return { key, seen: seen && Math.max(seen, asked) }
}

/**
 * Folds the form whose message was sent by a press on a button, unless something else has the focus by now or is
 * being pressed: the focus goes before the form, where keys are heard. In the field one may be typing on.
 */
function foldSent(form: HTMLFormElement | null, focused: Element | null | undefined) {
  const { activeElement: now, body } = document
  if (!focused || (now !== focused && now !== body)) return
  if (now === bodyOf(form)) return
  focusOn(document.querySelector<HTMLElement>('[role=log]'), { preventScroll: true })
  if (!document.querySelector(':active')) delete form?.dataset.used
}

/** What is typed, and a key that makes it a note or a reply, which moves the focus. */
const draftEvents = ['input', 'focusin', 'focusout'] as const

/** A window that loses the focus gives it back to the same field. */
function isLeft(form: HTMLFormElement | null, event: Event): boolean {
  if (event.type !== 'focusout' || !document.hasFocus()) return false
  return !form?.contains((event as FocusEvent).relatedTarget as Node | null)
}

/**
 * Keeps the form unfolded until a press beside it has ended: folded away as soon as the focus leaves it, it would
 * move what is being pressed.
 */
export function useUnfolded(form: RefObject<HTMLFormElement>) {
  useEffect(() => {
    const element = form.current
    const isAbove = (target: EventTarget | null) =>
      element?.contains(target as Node) && !(target as Element).closest('.acts')
    const hold = ({ target }: Event) => {
      if (element && isAbove(target)) element.dataset.used = ''
    }
    // A press on a label leaves the focus nowhere.
    const release = ({ target }: Event) => {
      if (!isAbove(target) && !element?.contains(document.activeElement))
        delete element?.dataset.used
    }
    const listening = new AbortController()
    const { signal } = listening
    element?.addEventListener('focusin', hold, { signal })
    for (const event of ['click', 'keyup']) document.addEventListener(event, release, { signal })
    return () => listening.abort()
  }, [form])
}

/** Whether the form is a note's, which keys of the page and drafts decide. */
export function useIsNote(form: RefObject<HTMLFormElement>): boolean {
  const [isNote, setIsNote] = useState(false)
  useEffect(() => {
    const element = form.current
    if (!element) return
    const read = () => setIsNote(element.dataset.writes === 'note')
    read()
    const observer = new MutationObserver(read)
    observer.observe(element, { attributeFilter: ['data-writes'] })
    return () => observer.disconnect()
  }, [form])
  return isNote
}

/** Tells who leaves while a message waits for the connection that it has not been sent. */
export function useLeftUnsent(number: number, form: RefObject<HTMLFormElement>) {
  const { t } = useTranslation()
  const { state, formMethod } = useNavigation()
  const wasSending = useRef(false)
  useEffect(() => {
    const isLeft = wasSending.current && state === 'loading' && !formMethod
    wasSending.current = state === 'submitting'
    if (!isLeft || !isOffline() || !bodyOf(form.current)?.value) return
    raiseToast({ kind: 'error', text: t('tickets:keptUnsent', { number }) })
  }, [state, formMethod, number, form, t])
}

function save(name: string, form: HTMLFormElement | null, key: string, seen?: number) {
  const body = bodyOf(form)?.value ?? ''
  const note = form?.dataset.writes === 'note'
  const saved: SavedDraft = { key, body, note, seen, at: Date.now() }
  try {
    if (body) sessionStorage.setItem(name, JSON.stringify(saved))
    else sessionStorage.removeItem(name)
  } catch {
    // Storage is blocked.
  }
}

/** None of which the message has `arrived`: the page may have gone on before it could forget the draft. */
function readSaved(name: string, arrived: readonly string[]): SavedDraft | undefined {
  try {
    const saved: SavedDraft | null = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    return saved && !arrived.includes(saved.key) ? saved : undefined
  } catch {
    return undefined
  }
}
