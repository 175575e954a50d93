import { useLoaderData } from '@remix-run/react'
import { Next } from '~/components/desks/next'
import { FormProblem, useProblemFocus } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { draftId, type PageHandle } from '~/components/site/page'
import { useTranslation } from '~/i18n/translation'
import { Key } from './key'
import type { EmbedPage } from './loader.server'
import { Look } from './look'
import { Sites } from './sites'
import { Snippet } from './snippet'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'embed:page',
  i18n: ['embed'],
  stylesheet: 'desk',
  scripts: 'react',
  details: () => ({ draftForm: draftId, draftIntent: 'save-sites' }),
}

export default function EmbedRoom() {
  const { t } = useTranslation()
  const page = useLoaderData() as EmbedPage
  const answer = useForm()
  useProblemFocus(answer)
  return (
    <div className="rooms split embed">
      <div className="stack">
        <h1>{t('embed:heading')}</h1>
        <Next next={page.next} />
      </div>
      <FormProblem answer={answer} />
      <Snippet page={page} />
      <Sites page={page} />
      <Look page={page} />
      <Key page={page} />
    </div>
  )
}
