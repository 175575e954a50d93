import { useLocation, useNavigation } from '@remix-run/react'
import { type RefObject, useEffect } from 'react'
import { useFirstAccount } from '~/components/forms/desk-form'
import { barePath } from '~/i18n/addresses'

/** All that is typed or chosen but files; the key stays, so that a form sent twice counts once. */
const names = ['key', 'email', 'name', 'copies', 'language', 'subject', 'body'] as const

const typedNames = ['email', 'name', 'copies', 'subject', 'body'] as const

/**
 * Keeps in the tab what is typed, for its account and for whom the address names, until it is sent. What the
 * server gives back counts more (`answer`).
 */
export function useKeptMessage(form: RefObject<HTMLFormElement>, answer: unknown) {
  const { search } = useLocation()
  const { state, formMethod, location } = useNavigation()
  const name = `message ${useFirstAccount()} ${search}`
  useEffect(() => {
    const element = form.current
    if (!element) return
    if (answer) save(name, element)
    else restore(name, element)
    const keep = () => save(name, element)
    element.addEventListener('input', keep)
    return () => element.removeEventListener('input', keep)
  }, [name, form, answer])
  // It leads on to the ticket that it has begun.
  const isSent =
    state === 'loading' &&
    formMethod === 'POST' &&
    barePath(location.pathname) === '/dashboard/tickets'
  useEffect(() => {
    if (isSent) forget(name)
  }, [isSent, name])
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function controlIn(form: HTMLFormElement, name: string): Control | undefined {
  return (form.elements.namedItem(name) as Control | null) ?? undefined
}

function save(name: string, form: HTMLFormElement) {
  const values = Object.fromEntries(names.map((each) => [each, controlIn(form, each)?.value]))
  if (!typedNames.some((each) => values[each])) return forget(name)
  try {
    sessionStorage.setItem(name, JSON.stringify(values))
  } catch {
    // Storage is blocked.
  }
}

function restore(name: string, form: HTMLFormElement) {
  for (const [each, value] of Object.entries(readKept(name))) {
    const control = controlIn(form, each)
    if (!control || typeof value !== 'string' || value === control.value) continue
    control.value = value
    control.closest('details')?.setAttribute('open', '')
  }
}

function readKept(name: string): Partial<Record<(typeof names)[number], unknown>> {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '{}')
  } catch {
    return {}
  }
}

function forget(name: string) {
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Storage is blocked.
  }
}
