import { useLoaderData } from '@remix-run/react'
import { FormProblem, useProblemFocus } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { draftId, type PageHandle, titleWithin } from '~/components/site/page'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { homeAddress } from './address'
import type { HomeRoom } from './loader.server'
import { Overview } from './overview'
import { PartEditor } from './part-editor'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'site:page',
  i18n: ['site', 'home', 'photo'],
  stylesheet: 'desk',
  scripts: 'react',
  details: (page, t) => {
    const { view } = (page as HomeRoom | undefined) ?? {}
    if (!view || view.at === 'overview')
      return { draftForm: view && draftId, draftIntent: 'save-name' }
    const part = view.at === 'part' ? t(`site:parts.${view.name}`) : t('site:unknown')
    const draftForm = view.at === 'part' && view.name !== 'picture' ? draftId : undefined
    return { about: titleWithin(t, 'site:page', part), draftForm, draftIntent: 'save' }
  },
}

export default function HomeRoomPage() {
  const { t } = useTranslation()
  const page = useLoaderData() as HomeRoom
  const answer = useForm()
  useProblemFocus(answer)
  const { view, chosen } = page
  return (
    <div className="stockroom">
      {view.at !== 'overview' && (
        <p>
          <AppLink to={homeAddress()}>← {t('site:heading')}</AppLink>
        </p>
      )}
      <FormProblem answer={answer} />
      {view.at === 'overview' && <Overview page={page} />}
      {chosen && <PartEditor key={chosen.name} page={page} part={chosen} />}
      {view.at === 'unknown' && <h1>{t('site:unknown')}</h1>}
    </div>
  )
}
