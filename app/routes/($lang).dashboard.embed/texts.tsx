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
import type { EmbedPage } from './loader.server'
import { Missing } from './missing'

const kinds = ['greeting', 'consent', 'consentLink'] as const

export function Texts({ page }: { page: EmbedPage }) {
  const { t } = useTranslation()
  const current = useLanguage()
  const inOrder = useLanguages()
  return (
    <section id="texts" aria-labelledby="texts-heading">
      <h2 id="texts-heading">{t('embed:textsHeading')}</h2>
      <p>{t('embed:textsLead')}</p>
      <DeskForm className="stack wide" id={draftId} place="texts">
        {kinds.map((kind) => (
          <div className="pair" key={kind}>
            {inOrder.map((language) => {
              const name = fieldIn(kind, language)
              const shared = {
                name,
                lang: language,
                defaultValue: page[kind][language],
                placeholder: standIn(page[kind], language),
                label: (
                  <Missing text={page[kind]} language={language}>
                    {t(`embed:${kind}`, { language: languageName(language, current) })}
                  </Missing>
                ),
              }
              return kind === 'consentLink' ? (
                <Field
                  {...shared}
                  key={name}
                  type="url"
                  placeholder={shared.placeholder ?? 'https://'}
                  maxLength={500}
                />
              ) : (
                <Field {...shared} key={name} multiline rows={3} />
              )
            })}
          </div>
        ))}
        <p className="quiet">
          {t('embed:away')} <AppLink to="/dashboard/settings/away">{t('embed:awayLink')}</AppLink>
        </p>
        <SubmitLine
          intent="save-texts"
          look={page.next?.done ? 'second' : 'main'}
          label={t('embed:saveTexts')}
        />
      </DeskForm>
    </section>
  )
}
