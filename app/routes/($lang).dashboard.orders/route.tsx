import type { ShouldRevalidateFunction } from '@remix-run/react'
import { staysAtList } from '~/components/site/press'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

/** A press on an order reads that order alone. After a conflict the list is out of date, too. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionStatus,
  defaultShouldRevalidate,
  ...asked
}) => {
  if (staysAtList(asked, ['order', 'print', 'from'])) return false
  return defaultShouldRevalidate || actionStatus === 409
}

/** The list's loader and the forms' action, around the page that shows both. */
export { AnsweredOutlet as default } from '~/components/forms/answered-outlet'
