import { useLoaderData } from '@remix-run/react'
import { DeskForm, useManages } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { SubmitLine } from '~/components/forms/submit'
import { draftId } from '~/components/site/page'
import { languages, spoken } from '~/domain/text/languages'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { GeneralPage } from './general.server'
import { Section } from './section'

/** Also what Settings show beside their list. */
export function General() {
  const { t } = useTranslation()
  const page = useLoaderData() as GeneralPage
  const language = useLanguage()
  const manages = useManages()
  return (
    <Section>
      {manages && <DeskName name={page.name} />}
      <section id="language" aria-labelledby="language-heading">
        <h2 id="language-heading">{t('settings:languageHeading')}</h2>
        <DeskForm className="stack" id={manages ? undefined : draftId} place="language">
          <Field
            name="locale"
            label={t('settings:languageLabel')}
            hint={t('settings:languageHint')}
            defaultValue={page.locale ?? language}
            options={languages.map((each) => [each, spoken[each].name, each])}
          />
          <SubmitLine intent="save-language" label={t('settings:languageSubmit')} />
        </DeskForm>
      </section>
    </Section>
  )
}

function DeskName({ name }: { name?: string }) {
  const { t } = useTranslation()
  return (
    <section id="name-desk" aria-labelledby="name-heading">
      <h2 id="name-heading">{t('settings:nameHeading')}</h2>
      <DeskForm className="stack" id={draftId} place="name-desk">
        <Field
          name="name"
          label={t('settings:nameLabel')}
          hint={t('settings:nameHint')}
          required
          maxLength={60}
          defaultValue={name}
        />
        <SubmitLine intent="rename-desk" label={t('settings:nameSubmit')} />
      </DeskForm>
      <p className="quiet">
        <AppLink to="/dashboard/settings/greeting">{t('settings:greetingLink')}</AppLink>
      </p>
    </section>
  )
}
