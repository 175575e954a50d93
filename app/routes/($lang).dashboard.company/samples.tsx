import { Seen } from '~/components/forms/as-shown'
import { DeskForm } from '~/components/forms/desk-form'
import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { LegalText } from '~/components/legal/legal-text'
import type { LegalTextName } from '~/domain/legal/legal'
import { sectionsIn } from '~/domain/legal/legal-text'
import type { Language } from '~/domain/text/languages'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { companyAddress, type View } from './address'
import { LanguageTabs } from './language-tabs'
import type { CompanyPage } from './loader.server'

interface Props {
  view: Extract<View, { at: 'samples' }>
  page: CompanyPage
}

/** Every text that its language lacks, to be read through and taken at once. */
export function Samples({ view, page: { samples = [], seen, company } }: Props) {
  const { t } = useTranslation()
  const answer = useForm()
  const { language } = view
  const count = samples.length
  const tabs = <LanguageTabs at={(each) => ({ ...view, language: each })} current={language} />
  return (
    <>
      <h1>{t('company:parts.texts')}</h1>
      {count === 0 ? (
        <div className="stack">
          {tabs}
          <p className="quiet">{t('company:samples.none')}</p>
        </div>
      ) : (
        <DeskForm className="stack">
          {tabs}
          <p className="quiet">
            {company ? (
              t('company:samples.lead')
            ) : (
              <>
                {t('company:samples.example')}{' '}
                <AppLink to={companyAddress({ at: 'details' })}>
                  {t('company:parts.details')}
                </AppLink>
              </>
            )}
          </p>
          <Seen value={seen} answer={answer} />
          {samples.map(({ name, text }) => (
            <details key={name}>
              <summary>
                <b>{t(`company:parts.${name}`)}</b>
              </summary>
              <div className="stack">
                <LegalPaper name={name} text={text} language={language} />
                <p>
                  <AppLink to={companyAddress({ at: 'text', name, language, fromSamples: true })}>
                    {t('company:samples.change')}
                    <span className="visually-hidden">: {t(`company:parts.${name}`)}</span>
                  </AppLink>
                </p>
              </div>
            </details>
          ))}
          <div className="deeds save-bar">
            <Submit intent="save" label={t('company:samples.take', { count })} />
          </div>
        </DeskForm>
      )}
    </>
  )
}

interface PaperProps {
  name: LegalTextName
  /** With placeholders filled in. */
  text: string
  language: Language
}

export function LegalPaper({ name, text, language }: PaperProps) {
  return (
    <div className="paper" lang={language}>
      {name === 'disputes' ? <p>{text}</p> : <LegalText sections={sectionsIn(text)} />}
    </div>
  )
}
