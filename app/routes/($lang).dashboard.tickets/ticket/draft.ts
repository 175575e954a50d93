import { type RefObject, useEffect, useState } from 'react'
import { unsent } from '~/domain/tickets/messages'
import type { TicketsAnswer } from './forms.server'
import type { TicketThread } from './thread-page.server'

/** What was typed for a ticket, and the key under which it may have been sent. */
interface Kept {
  key: string
  body: string
}

/**
 * The key of the message that is being written. The page's data is read again whenever something
 * happens, each time with a fresh key. What is being written keeps its own until a message with it is
 * in the thread: then the field is emptied of what was sent. Meanwhile the tab keeps it, so that it is
 * still there after a look at another ticket, and after a reload.
 */
export function useDraft(
  ticket: TicketThread,
  answer: TicketsAnswer | undefined,
  form: RefObject<HTMLFormElement>,
  sent: RefObject<string>,
): string {
  const [key, setKey] = useState(answer?.typed.key ?? ticket.key)
  const arrived = ticket.arrived.includes(key)
  // Numbers are of one desk, and another owner may sign in.
  const name = `reply ${ticket.number} ${ticket.createdAt.getTime()}`
  useEffect(() => {
    if (!arrived) return
    const body = bodyOf(form.current)
    const rest = unsent(body?.value ?? '', sent.current ?? '')
    form.current?.reset()
    if (body) body.value = rest
    setKey(ticket.key)
    keep(name, { key: ticket.key, body: rest })
  }, [arrived, ticket.key, name, form, sent])
  useEffect(() => {
    const body = bodyOf(form.current)
    const kept = readKept(name)
    if (!body || body.value || !kept || ticket.arrived.includes(kept.key)) return
    body.value = kept.body
    setKey(kept.key)
  }, [name, ticket.arrived, form])
  useEffect(() => {
    const element = form.current
    const typed = () => keep(name, { key, body: bodyOf(element)?.value ?? '' })
    element?.addEventListener('input', typed)
    return () => element?.removeEventListener('input', typed)
  }, [name, key, form])
  return key
}

export function bodyOf(form: HTMLFormElement | null) {
  return form?.querySelector('textarea')
}

function keep(name: string, kept: Kept) {
  try {
    if (kept.body) sessionStorage.setItem(name, JSON.stringify(kept))
    else sessionStorage.removeItem(name)
  } catch {
    // A storage that is refused keeps nothing.
  }
}

function readKept(name: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}
