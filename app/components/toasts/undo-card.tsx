import { useLocation, useRouteLoaderData, useSubmit } from '@remix-run/react'
import { type MouseEvent, useState } from 'react'
import { accountField } from '~/domain/forms/forms'
import type { NoticeUndo } from '~/domain/forms/notices'
import { useTranslation } from '~/i18n/translation'
import type { DeskFormData } from '../forms/desk-form'
import { usePageDetails } from '../site/page'
import { OfferCard } from './offer-card'
import type { Toast } from './queue'

/** Seconds; more than what is only said, so that it can be read, reached and pressed. */
const usual = 20

export function UndoCard({
  toast,
  undo,
  close,
}: {
  toast: Toast
  undo: NoticeUndo
  close: () => void
}) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { draftForm } = usePageDetails()
  const submit = useSubmit()
  const desk = useRouteLoaderData('routes/($lang).dashboard') as DeskFormData | undefined
  // The account at the time of the step: another one may be signed in when it is undone.
  const [account] = useState(desk?.account)

  function undoIt({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // sonner returns focus to where it came from: before the next page sets it, not after.
    currentTarget.blur()
    const draft = draftForm ? document.getElementById(draftForm) : null
    // Includes unsent text if the same action reads it.
    const keeps = draft instanceof HTMLFormElement && undo.action.split('?')[0] === pathname
    const form = keeps ? new FormData(draft) : new FormData()
    form.set('intent', 'undo')
    form.set('undo', undo.value)
    if (account) form.set(accountField, account)
    submit(form, {
      method: 'post',
      action: (keeps && draft.getAttribute('action')) || undo.action,
      encType: keeps ? 'multipart/form-data' : undefined,
      preventScrollReset: true,
    })
    close()
  }

  return (
    <OfferCard toast={toast} lifetime={1_000 * (undo.seconds ?? usual)} close={close}>
      <button type="button" className="plain-button" value="undo" onClick={undoIt}>
        {t('layout:undo')}
      </button>
    </OfferCard>
  )
}
