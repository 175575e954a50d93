import { useLoaderData } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useLateCaptcha } from '~/components/forms/captcha'
import { FormProblem, useProblemFocus } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { type PageHandle, type PageSubject, titleWithin } from '~/components/site/page'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { companyPlace } from './address'
import { BankForm } from './bank-form'
import { CompanyForm } from './company-form'
import type { CompanyPage } from './loader.server'
import { Overview } from './overview'
import { TextEditor } from './text-editor'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'company:page',
  i18n: ['company', 'legal', 'auth'],
  stylesheet: 'desk',
  scripts: 'react',
  details: (page, t) => ({ about: subjectOf(page as CompanyPage | undefined, t) }),
}

function subjectOf(page: CompanyPage | undefined, t: TFunction): PageSubject | undefined {
  const { place } = page ?? {}
  if (!place || place.at === 'overview') return undefined
  if (place.at === 'unknown') return titleWithin(t, 'company:page', t('company:unknown'))
  const part = place.at === 'text' ? place.name : place.at
  const language = place.at === 'text' ? [place.language] : []
  return titleWithin(t, 'company:page', t(`company:parts.${part}`), ...language)
}

export default function Company() {
  const page = useLoaderData() as CompanyPage
  const answer = useForm()
  useProblemFocus(answer)
  useLateCaptcha(answer)
  const { place } = page
  return (
    <div className="stockroom">
      {place.at !== 'overview' && <Back />}
      <FormProblem answer={answer} />
      {place.at === 'overview' && <Overview page={page} />}
      {place.at === 'details' && <CompanyForm page={page} />}
      {place.at === 'bank' && <BankForm page={page} />}
      {place.at === 'text' && <TextEditor key={companyPlace(place)} place={place} page={page} />}
      {place.at === 'unknown' && <Unknown />}
    </div>
  )
}

function Back() {
  const { t } = useTranslation()
  return (
    <p>
      <AppLink to={companyPlace({ at: 'overview' })}>← {t('company:back')}</AppLink>
    </p>
  )
}

function Unknown() {
  const { t } = useTranslation()
  return <h1>{t('company:unknown')}</h1>
}
