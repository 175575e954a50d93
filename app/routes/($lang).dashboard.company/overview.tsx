import type { ReactNode } from 'react'
import { DoneTick } from '~/components/site/done-tick'
import { type LegalTextName, legalTextNames } from '~/domain/legal/legal'
import { defaultLanguage, type Language, languages } from '~/domain/text/languages'
import { languageName } from '~/i18n/countries'
import { useLanguage, useLanguages } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { companyAddress, type View } from './address'
import type { CompanyPage } from './loader.server'
import { Opening } from './opening'

export function Overview({ page }: { page: CompanyPage }) {
  const { t } = useTranslation()
  const { missing, fromFile } = page
  return (
    <>
      <header className="shelf-head">
        <div>
          <h1>{t('company:heading')}</h1>
          <p className="quiet">{t('company:lead')}</p>
        </div>
      </header>
      <div className="two-parts">
        <Opening page={page} />
        <section className="guide company-parts" aria-labelledby="parts">
          <h2 id="parts">{t('company:texts')}</h2>
          <div className="stack">
            <p className="quiet">{t('company:textsLead')}</p>
            <Next page={page} />
          </div>
          <ol>
            <Part done={!missing.includes('company')} view={{ at: 'details' }}>
              {page.company ? <Written>{page.company.name}</Written> : <Unwritten />}
            </Part>
            <Part done={!missing.includes('bank')} view={{ at: 'bank' }}>
              {page.bank ? <Written>{page.bank.holder}</Written> : <Unwritten />}
            </Part>
            {legalTextNames.map((name) => (
              <TextPart key={name} name={name} page={page} />
            ))}
          </ol>
        </section>
      </div>
      {fromFile && <p className="quiet">{t('company:fromFile')}</p>}
    </>
  )
}

/** Leads from one missing part to the next. */
function Next({ page }: { page: CompanyPage }) {
  const { t } = useTranslation()
  const shown = useLanguage()
  const view = nextMissing(page, useLanguages())
  if (!view) return null
  const part = t(`company:parts.${partName(view)}`)
  const language = view.at === 'text' && ` (${languageName(view.language, shown)})`
  return (
    <p>
      <AppLink
        className={page.opening?.ready ? 'button second' : 'button'}
        to={companyAddress(view)}
      >
        {t('company:next', { part: `${part}${language || ''}` })}
      </AppLink>
    </p>
  )
}

/** The first in the list that is not done. */
function nextMissing({ missing, written }: CompanyPage, inOrder: Language[]): PartView | undefined {
  if (missing.includes('company')) return { at: 'details' }
  if (missing.includes('bank')) return { at: 'bank' }
  for (const name of legalTextNames) {
    const language = inOrder.find((each) => !written[name].includes(each))
    if (language) return { at: 'text', name, language }
  }
  return undefined
}

type PartView = Extract<View, { at: 'details' | 'bank' | 'text' }>

function partName(view: PartView) {
  return view.at === 'text' ? view.name : view.at
}

function Part({ done, view, children }: { done: boolean; view: PartView; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <li className={done ? 'done' : undefined}>
      <DoneTick done={done} />
      <div>
        <AppLink to={companyAddress(view)}>{t(`company:parts.${partName(view)}`)}</AppLink>
        {children}
      </div>
    </li>
  )
}

function TextPart({ name, page }: { name: LegalTextName; page: CompanyPage }) {
  const { t } = useTranslation()
  const shown = useLanguage()
  const written = page.written[name]
  return (
    <Part
      done={languages.every((each) => written.includes(each))}
      view={{ at: 'text', name, language: shown }}
    >
      <p className="quiet">
        {useLanguages().map((language, index) => (
          <span key={language}>
            {index > 0 && ' · '}
            <AppLink
              to={companyAddress({ at: 'text', name, language })}
              aria-label={`${languageName(language, shown)}: ${t(`company:parts.${name}`)}`}
            >
              {languageName(language, shown)}
            </AppLink>
            {': '}
            {t(
              written.includes(language)
                ? 'company:written'
                : written.includes(defaultLanguage)
                  ? 'company:borrowed'
                  : 'company:unwritten',
              { language: languageName(defaultLanguage, shown) },
            )}
          </span>
        ))}
      </p>
    </Part>
  )
}

function Written({ children }: { children: ReactNode }) {
  return <p className="quiet">{children}</p>
}

function Unwritten() {
  const { t } = useTranslation()
  return <p className="quiet">{t('company:unwritten')}</p>
}
