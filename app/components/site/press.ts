import type { ShouldRevalidateFunctionArgs } from '@remix-run/react'
import { barePath, deskParameter } from '~/i18n/addresses'

/**
 * Whether a link led on within one room of the same desk. What is around the room need not be read again then:
 * news keeps its counts.
 */
export function staysInRoom({
  currentUrl,
  nextUrl,
  formMethod,
}: Pick<ShouldRevalidateFunctionArgs, 'currentUrl' | 'nextUrl' | 'formMethod'>): boolean {
  const [before, after] = [currentUrl, nextUrl].map(({ pathname, search, searchParams }) => {
    const [, , room] = barePath(pathname).split('/')
    return { page: pathname + search, room: `${room} ${searchParams.get(deskParameter)}` }
  })
  return !formMethod && before?.page !== after?.page && before?.room === after?.room
}

/** The intent of a form that keeps what is typed while it is typed: no page shows more than the list's mark. */
export const draftIntent = 'draft'

/**
 * Whether such a form was sent; with `listed` where a list's mark has changed. Not where its answer arrives while a
 * link leads to another page: what is read then is all that the other page gets.
 */
export function isDraftKept({
  currentUrl,
  nextUrl,
  formData,
  actionStatus = 200,
}: Pick<ShouldRevalidateFunctionArgs, 'currentUrl' | 'nextUrl' | 'formData' | 'actionStatus'>):
  | { listed: boolean }
  | undefined {
  const leads = currentUrl.pathname !== nextUrl.pathname || currentUrl.search !== nextUrl.search
  if (leads || formData?.get('intent') !== draftIntent) return undefined
  return { listed: formData.has('listed') && actionStatus < 400 }
}

/** Whether a link changed only what is beside a list, which `beside` names by its parameters. */
export function staysAtList(
  asked: Pick<ShouldRevalidateFunctionArgs, 'currentUrl' | 'nextUrl' | 'formMethod'>,
  beside: readonly string[],
): boolean {
  const [before, after] = [asked.currentUrl, asked.nextUrl].map(({ searchParams }) => {
    const query = new URLSearchParams(searchParams)
    for (const name of beside) query.delete(name)
    return query.toString()
  })
  return before === after && staysInRoom(asked)
}
