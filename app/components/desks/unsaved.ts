import { type Location, useBlocker } from '@remix-run/react'
import { withQuery } from '~/i18n/addresses'
import { useAtDesk } from '~/i18n/desk-address'
import { useTranslation } from '~/i18n/translation'
import { problemFields } from '../forms/form-problem'
import { typedForms } from '../forms/typed-fields'
import { draftId, usePageHandle } from '../site/page'

/** What was refused, and what a preview or the other language has given back. */
const givenBack = `${problemFields}, #${draftId}[data-answered]`

/**
 * Asks before another page takes the place of what is typed or was given back. Forms lead to their own
 * page, an index route's with `index` in the query. The pages that are live have little to type, and tickets keep it.
 */
export function useUnsaved() {
  const { t } = useTranslation()
  const { live, keepsTyped } = usePageHandle() ?? {}
  const atDesk = useAtDesk()
  const addressOf = ({ pathname, search }: Location) => {
    const query = new URLSearchParams(search)
    query.delete('index')
    return atDesk(withQuery(pathname, query))
  }
  useBlocker(
    ({ currentLocation, nextLocation }) =>
      !live &&
      !keepsTyped &&
      addressOf(currentLocation) !== addressOf(nextLocation) &&
      (typedForms().length > 0 || document.querySelector(givenBack) !== null) &&
      !window.confirm(t('dashboard:leave')),
  )
}
