import type { ShouldRevalidateFunction } from '@remix-run/react'
import { isDraftKept, staysAtList } from '~/components/site/press'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

/**
 * A press on a ticket reads that ticket alone. A conflict means that the list is out of date, too, even where no
 * live event has come.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionStatus,
  defaultShouldRevalidate,
  ...asked
}) => {
  const draft = isDraftKept({ ...asked, actionStatus })
  if (draft) return draft.listed
  if (staysAtList(asked, ['ticket', 'all', 'until', 'print', 'notes'])) return false
  return defaultShouldRevalidate || actionStatus === 409
}

/** The list's loader and the forms' action, around the page that shows both. */
export { AnsweredOutlet as default } from '~/components/forms/answered-outlet'
