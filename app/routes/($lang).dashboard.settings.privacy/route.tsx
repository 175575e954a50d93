import { useLoaderData } from '@remix-run/react'
import { DeskForm } from '~/components/forms/desk-form'
import { Field, type Option } from '~/components/forms/field'
import { SubmitLine } from '~/components/forms/submit'
import { draftId } from '~/components/site/page'
import { visitedPagesChoices } from '~/domain/desks/people'
import { retentionPeriods } from '~/domain/desks/retention'
import { standIn } from '~/domain/text/languages'
import { fieldIn } from '~/domain/text/localized-fields'
import { languageName } from '~/i18n/countries'
import { useLanguage, useLanguages } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { Section, section } from '../($lang).dashboard.settings/section'
import type { PrivacyPage } from './privacy.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './privacy.server'

export const handle = section('privacy', { i18n: ['retention'], draft: 'save-privacy-link' })

interface Parts {
  page: PrivacyPage
}

export default function Privacy() {
  const page = useLoaderData() as PrivacyPage
  return (
    <Section>
      <Retention page={page} />
      <VisitedPages page={page} />
      <PrivacyLink page={page} />
    </Section>
  )
}

function Retention({ page }: Parts) {
  const { t } = useTranslation()
  return (
    <section id="privacy" aria-labelledby="privacy-heading">
      <h2 id="privacy-heading">{t('retention:heading')}</h2>
      <p>{t('retention:lead')}</p>
      <DeskForm className="stack" place="privacy">
        <Field
          name="retention"
          label={t('retention:label')}
          hint={t('retention:hint')}
          defaultValue={page.retention ?? 'never'}
          options={[
            ['never', t('retention:never')],
            ...retentionPeriods.map((days): Option => [days, t(`retention:after.${days}`)]),
          ]}
        />
        <SubmitLine intent="save-retention" label={t('retention:save')} />
      </DeskForm>
    </section>
  )
}

function VisitedPages({ page }: Parts) {
  const { t } = useTranslation()
  return (
    <section id="visited-pages" aria-labelledby="visited-pages-heading">
      <h2 id="visited-pages-heading">{t('retention:visited.heading')}</h2>
      <p>{t('retention:visited.lead')}</p>
      <DeskForm className="stack" place="visited-pages">
        <Field
          name="visitedPages"
          label={t('retention:visited.label')}
          defaultValue={page.visitedPages}
          options={visitedPagesChoices.map(
            (each): Option => [each, t(`retention:visited.${each}`)],
          )}
        />
        <SubmitLine intent="save-visited-pages" label={t('retention:visited.save')} />
      </DeskForm>
    </section>
  )
}

function PrivacyLink({ page }: Parts) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <section id="privacy-link" aria-labelledby="privacy-link-heading">
      <h2 id="privacy-link-heading">{t('retention:linkHeading')}</h2>
      <p>{t('retention:linkLead')}</p>
      <DeskForm className="stack" id={draftId} place="privacy-link">
        {useLanguages().map((each) => (
          <Field
            key={each}
            name={fieldIn('link', each)}
            type="url"
            label={t('retention:link', { language: languageName(each, language) })}
            placeholder={standIn(page.link, each) ?? 'https://'}
            maxLength={500}
            defaultValue={page.link[each]}
          />
        ))}
        <SubmitLine intent="save-privacy-link" label={t('retention:saveLink')} />
      </DeskForm>
    </section>
  )
}
