import { type RefObject, useEffect, useState } from 'react'
import { useFirstAccount } from '~/components/forms/desk-form'
import { unsent } from '~/domain/tickets/messages'
import type { TicketsAnswer } from './answer'
import type { TicketThread } from './thread-page.server'

interface SavedDraft {
  key: string
  body: string
}

/**
 * The key of the message being written. Each revalidation brings a fresh one, but a draft keeps its
 * own until a message with it is in the thread; the field then loses what was sent. The tab stores
 * the draft across tickets and reloads.
 */
export function useDraft(
  ticket: TicketThread,
  answer: TicketsAnswer | undefined,
  form: RefObject<HTMLFormElement>,
  sent: RefObject<string>,
): string {
  const [key, setKey] = useState(answer?.typed.key ?? ticket.key)
  const arrived = ticket.arrived.includes(key)
  const account = useFirstAccount()
  // Numbers are per desk, and another member may sign in.
  const name = `reply ${account} ${ticket.number} ${ticket.createdAt.getTime()}`
  useEffect(() => {
    if (!arrived) return
    const body = bodyOf(form.current)
    const rest = unsent(body?.value ?? '', sent.current ?? '')
    form.current?.reset()
    for (const each of form.current?.querySelectorAll('details') ?? []) each.open = false
    if (body) body.value = rest
    delete form.current?.dataset.writes
    setKey(ticket.key)
    save(name, { key: ticket.key, body: rest })
  }, [arrived, ticket.key, name, form, sent])
  useEffect(() => {
    const body = bodyOf(form.current)
    const saved = readSaved(name)
    if (!body || body.value || !saved || ticket.arrived.includes(saved.key)) return
    body.value = saved.body
    setKey(saved.key)
  }, [name, ticket.arrived, form])
  useEffect(() => {
    const element = form.current
    const typed = () => save(name, { key, body: bodyOf(element)?.value ?? '' })
    element?.addEventListener('input', typed)
    return () => element?.removeEventListener('input', typed)
  }, [name, key, form])
  return key
}

export function bodyOf(form: HTMLFormElement | null) {
  return form?.querySelector('textarea')
}

function save(name: string, saved: SavedDraft) {
  try {
    if (saved.body) sessionStorage.setItem(name, JSON.stringify(saved))
    else sessionStorage.removeItem(name)
  } catch {
    // Storage is blocked.
  }
}

function readSaved(name: string): SavedDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}
