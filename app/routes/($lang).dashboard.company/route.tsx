import { useLoaderData } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useLateCaptcha } from '~/components/forms/captcha'
import { FormProblem, useProblemFocus } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { draftId, type PageHandle, type PageSubject, titleWithin } from '~/components/site/page'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { companyAddress } from './address'
import { BankForm } from './bank-form'
import { CompanyForm } from './company-form'
import { fieldLabel } from './field-label'
import type { CompanyPage } from './loader.server'
import { Overview } from './overview'
import { Samples } from './samples'
import { TextEditor } from './text-editor'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'company:page',
  i18n: ['company', 'legal', 'proof', 'nomail'],
  stylesheet: 'desk',
  scripts: 'react',
  details: (data, t) => {
    const page = data as CompanyPage | undefined
    const edits = page && ['details', 'bank', 'text'].includes(page.view.at)
    const draftForm = edits ? draftId : undefined
    return { about: subjectOf(page, t), draftForm, draftIntent: 'save' }
  },
}

function subjectOf(page: CompanyPage | undefined, t: TFunction): PageSubject | undefined {
  const { view } = page ?? {}
  if (!view || view.at === 'overview') return undefined
  if (view.at === 'unknown') return titleWithin(t, 'company:page', t('company:unknown'))
  const part = view.at === 'text' ? view.name : view.at === 'samples' ? 'texts' : view.at
  const language = 'language' in view ? [view.language] : []
  return titleWithin(t, 'company:page', t(`company:parts.${part}`), ...language)
}

export default function Company() {
  const { t } = useTranslation()
  const page = useLoaderData() as CompanyPage
  const answer = useForm()
  useProblemFocus(answer)
  useLateCaptcha(answer)
  const { view } = page
  return (
    <div className="stockroom">
      {view.at !== 'overview' && <Back view={view} />}
      <FormProblem answer={answer} fields label={fieldLabel(t, view)} />
      {view.at === 'overview' && <Overview page={page} />}
      {view.at === 'details' && <CompanyForm page={page} />}
      {view.at === 'bank' && <BankForm page={page} />}
      {view.at === 'samples' && <Samples view={view} page={page} />}
      {view.at === 'text' && <TextEditor key={companyAddress(view)} view={view} page={page} />}
      {view.at === 'unknown' && <Unknown />}
    </div>
  )
}

function Back({ view }: Pick<CompanyPage, 'view'>) {
  const { t } = useTranslation()
  const samples = view.at === 'text' && view.fromSamples
  return (
    <p>
      {samples ? (
        <AppLink to={companyAddress({ at: 'samples', language: view.language })}>
          ← {t('company:parts.texts')}
        </AppLink>
      ) : (
        <AppLink to={companyAddress({ at: 'overview' })}>← {t('company:back')}</AppLink>
      )}
    </p>
  )
}

function Unknown() {
  const { t } = useTranslation()
  return <h1>{t('company:unknown')}</h1>
}
