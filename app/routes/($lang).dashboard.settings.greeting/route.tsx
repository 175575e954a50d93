import { useLoaderData } from '@remix-run/react'
import { Next } from '~/components/desks/next'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { SubmitLine } from '~/components/forms/submit'
import { draftId } from '~/components/site/page'
import { standIn } from '~/domain/text/languages'
import { fieldIn } from '~/domain/text/localized-fields'
import { languageName } from '~/i18n/countries'
import { useLanguage, useLanguages } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Section, section } from '../($lang).dashboard.settings/section'
import type { GreetingPage } from './greeting.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './greeting.server'

export const handle = section('greeting', { i18n: ['greeting'], draft: 'save-greeting' })

const kinds = ['greeting', 'consent', 'consentLink'] as const

/** What the chat shows before the first message. */
export default function Greeting() {
  const { t } = useTranslation()
  const page = useLoaderData() as GreetingPage
  return (
    <Section>
      <section aria-labelledby="greeting-heading">
        <h2 id="greeting-heading">{t('greeting:heading')}</h2>
        <p>{t('greeting:lead')}</p>
        <Next next={page.next} />
        <DeskForm className="stack wide" id={draftId}>
          {kinds.map((kind) => (
            <Pair key={kind} kind={kind} text={page[kind]} />
          ))}
          <p className="quiet">
            {t('greeting:away')}{' '}
            <AppLink to="/dashboard/settings/away">{t('greeting:awayLink')}</AppLink>
          </p>
          <SubmitLine
            intent="save-greeting"
            look={page.next?.done ? 'second' : 'main'}
            label={t('greeting:save')}
          />
        </DeskForm>
      </section>
    </Section>
  )
}

/** A text in each language. */
function Pair({ kind, text }: { kind: (typeof kinds)[number]; text: GreetingPage['greeting'] }) {
  const { t } = useTranslation()
  const current = useLanguage()
  return (
    <div className="pair">
      {useLanguages().map((language) => {
        const shared = {
          name: fieldIn(kind, language),
          lang: language,
          defaultValue: text[language],
          placeholder: standIn(text, language),
          label: t(`greeting:${kind}`, { language: languageName(language, current) }),
        }
        return kind === 'consentLink' ? (
          <Field
            {...shared}
            key={language}
            type="url"
            placeholder={shared.placeholder ?? 'https://'}
            maxLength={500}
          />
        ) : (
          <Field {...shared} key={language} multiline rows={3} />
        )
      })}
    </div>
  )
}
