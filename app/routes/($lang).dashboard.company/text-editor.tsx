import { useRef, useState } from 'react'
import { Seen } from '~/components/forms/as-shown'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { draftId } from '~/components/site/page'
import type { LegalTextName } from '~/domain/legal/legal'
import { longestLegalText } from '~/domain/legal/legal-text'
import { fillIn } from '~/domain/legal/placeholders'
import { localizedPath } from '~/i18n/addresses'
import { languageName } from '~/i18n/countries'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { View } from './address'
import { LanguageTabs } from './language-tabs'
import type { CompanyPage } from './loader.server'
import { LegalPaper } from './samples'

const pages: Record<LegalTextName, string> = {
  terms: '/terms',
  delivery: '/terms#delivery',
  withdrawal: '/withdrawal',
  privacy: '/privacy',
  accessibility: '/imprint',
  disputes: '/imprint',
}

interface Props {
  view: Extract<View, { at: 'text' }>
  page: CompanyPage
}

export function TextEditor({ view, page }: Props) {
  const { t } = useTranslation()
  const shown = useLanguage()
  const answer = useForm()
  const box = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<string>()
  const follow = () => box.current && setDraft(String(new FormData(box.current).get('text')))
  const { text, seen } = page
  if (!text) return null
  const { name, language } = view
  const typed = draft ?? answer?.typed.text ?? text.typed
  // What is too long is not shown: it takes long to lay out, and cannot be saved.
  const filled = typed.length > longestLegalText ? '' : fillIn(typed, text.values)
  return (
    <>
      <h1>{t(`company:parts.${name}`)}</h1>
      <div className="stack">
        <LanguageTabs at={(each) => ({ ...view, language: each })} current={language} />
        <div className="two-parts">
          <DeskForm className="stack" id={draftId} ref={box} onInput={follow} key={seen}>
            {text.sample && <p className="banner">{t('company:sampleText')}</p>}
            <Seen value={seen} answer={answer} />
            <Field
              multiline
              rows={name === 'disputes' ? 5 : 24}
              name="text"
              label={`${t('company:text')} · ${languageName(language, shown)}`}
              hint={
                <>
                  {name !== 'disputes' && <>{t('company:textHint')} </>}
                  {text.lender &&
                    t('company:emptyHint', { language: languageName(text.lender, shown) })}
                </>
              }
              lang={language}
              defaultValue={text.typed}
            />
            <p className="deeds">
              <Submit intent="save" label={t('company:saveText')} />{' '}
              <Submit intent="preview" look="second" label={t('company:preview')} />{' '}
              <a className="button second" href={localizedPath(pages[name], language)}>
                {t('company:seePage')}
              </a>
            </p>
            <details open={answer?.errors.text !== undefined || undefined}>
              <summary>{t('company:placeholders')}</summary>
              <dl className="placeholders">
                {Object.entries(text.values).map(([placeholder, value]) => (
                  <div key={placeholder}>
                    <dt>
                      <code>{`{${placeholder}}`}</code>
                    </dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </DeskForm>
          <aside className="stack" aria-label={t('company:preview')}>
            <p className="quiet">{t('company:preview')}</p>
            <LegalPaper name={name} text={filled} language={language} />
          </aside>
        </div>
      </div>
    </>
  )
}
