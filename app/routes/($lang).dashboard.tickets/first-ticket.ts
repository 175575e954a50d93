import { useNavigate, useNavigation } from '@remix-run/react'
import { useEffect } from 'react'
import { unasked } from '~/components/tickets/unasked'
import { localizedPath } from '~/i18n/addresses'
import { useAtDesk } from '~/i18n/desk-address'
import { useLanguage } from '~/i18n/language'
import { lineAddress } from './address'
import type { TicketsPage } from './loader.server'

/** As the style sheet: there is a column for the visitor beside the conversation. */
const wide = '(min-width: 80rem)'

/** What somebody is about to do with the list. */
const inUse = '.list :is(input, select, :checked):focus, .pick :checked, dialog[open]'

/**
 * Opens the list's first ticket in a wide window where the address names none. The address takes the place of
 * the list's, so that Back leads to where one came from. It counts as seen once it is used.
 */
export function useFirstTicket({ asked, query, after, allChosen, lines }: TicketsPage) {
  const navigate = useNavigate()
  const language = useLanguage()
  const atDesk = useAtDesk()
  const idle = useNavigation().state === 'idle'
  const first = asked === null && !allChosen ? lines[0] : undefined
  const to = first && atDesk(localizedPath(lineAddress(query, first, { after }), language))
  useEffect(() => {
    // A navigation under way is somebody's press.
    if (!to || !idle || !matchMedia(wide).matches || document.querySelector(inUse)) return
    navigate(to, { replace: true, preventScrollReset: true, state: unasked })
  }, [to, idle, navigate])
}
