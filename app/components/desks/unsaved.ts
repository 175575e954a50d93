import { type Location, useBlocker } from '@remix-run/react'
import { useAtDesk } from '~/i18n/desk-address'
import { useTranslation } from '~/i18n/translation'
import { problemFields } from '../forms/form-problem'
import { typedForms } from '../forms/typed-fields'
import { usePageHandle } from '../site/page'

/**
 * Asks before another page takes the place of what is typed or was refused. Forms lead to their own
 * page. The pages that are live have little to type, and tickets keep it.
 */
export function useUnsaved() {
  const { t } = useTranslation()
  const live = usePageHandle()?.live
  const atDesk = useAtDesk()
  const addressOf = ({ pathname, search }: Location) => atDesk(pathname + search)
  useBlocker(
    ({ currentLocation, nextLocation }) =>
      !live &&
      addressOf(currentLocation) !== addressOf(nextLocation) &&
      (typedForms().length > 0 || document.querySelector(problemFields) !== null) &&
      !window.confirm(t('dashboard:leave')),
  )
}
