import { DoneTick } from '~/components/site/done-tick'
import { type LegalTextName, legalTextNames } from '~/domain/legal/legal'
import { isAbroad, lacksTaxNumber } from '~/domain/legal/legal-store'
import type { ShopStep } from '~/domain/site/shop-steps'
import { stepAddress } from '~/http/shop/step-address'
import { languageName } from '~/i18n/countries'
import { useLanguage, useLanguages } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { companyAddress } from './address'
import type { CompanyPage } from './loader.server'
import { Opening } from './opening'
import type { OpeningPage } from './opening.server'

export function Overview({ page }: { page: CompanyPage }) {
  const { t } = useTranslation()
  const { opening } = page
  if (!opening) return null
  const { steps } = opening
  const running = opening.state.kind !== 'closed' && !opening.demo
  return (
    <>
      <header className="shelf-head">
        <div>
          <h1>{t('company:heading')}</h1>
          <p className="quiet">{t('company:lead')}</p>
        </div>
      </header>
      <div className="two-parts">
        <div className="stack">
          <Opening opening={opening} />
          <section className="guide" aria-labelledby="parts">
            <h2 id="parts">{t(running ? 'company:basics' : 'company:steps')}</h2>
            <p className="quiet">
              {t('company:done', {
                done: steps.filter(({ done }) => done).length,
                all: steps.length,
              })}
            </p>
            <ol>
              {steps.map((step) => (
                <StepLine key={step.name} step={step} page={page} opening={opening} />
              ))}
            </ol>
          </section>
        </div>
        <Texts written={page.written} />
      </div>
      {page.fromFile && <p className="quiet">{t('company:fromFile')}</p>}
    </>
  )
}

interface LineProps {
  step: ShopStep
  page: CompanyPage
  opening: OpeningPage
}

function StepLine({ step, page, opening }: LineProps) {
  const { t } = useTranslation()
  const { name, done } = step
  const hint = useHint(page, opening)[name]
  const words = t(`company:parts.${name}`)
  return (
    <li className={done ? 'done' : undefined}>
      <DoneTick done={done} />
      <div>
        <AppLink to={stepAddress(step)}>{words}</AppLink>
        {hint && <p className="quiet">{hint}</p>}
      </div>
    </li>
  )
}

function useHint(
  { company, bank }: CompanyPage,
  { checks, payments }: OpeningPage,
): Record<ShopStep['name'], string | undefined> {
  const { t } = useTranslation()
  const { borrowed, samples, products } = checks
  const ways = payments.map((each) => t(`company:opening.payments.${each}`)).join(' · ')
  return {
    details: isAbroad({ company })
      ? t('company:germanyAlone')
      : lacksTaxNumber({ company })
        ? t('company:taxMissing')
        : company?.name,
    bank: bank && (ways ? `${bank.holder} – ${ways}` : bank.holder),
    texts: borrowed > 0 ? t('company:opening.untranslated', { count: borrowed }) : undefined,
    shipping: undefined,
    products:
      samples > 0
        ? t('company:opening.samples', { count: samples })
        : t('company:opening.productCount', { count: products }),
  }
}

/** Each text leads to its editor in each language. */
function Texts({ written }: Pick<CompanyPage, 'written'>) {
  const { t } = useTranslation()
  const shown = useLanguage()
  const inOrder = useLanguages()
  const label = (name: LegalTextName) => t(`company:parts.${name}`)
  return (
    <section className="guide" id="texts" aria-labelledby="texts-heading">
      <h2 id="texts-heading">{t('company:parts.texts')}</h2>
      <p className="quiet">{t('company:lawyer')}</p>
      <ol>
        {legalTextNames.map((name) => (
          <li key={name}>
            <div>{label(name)}</div>
            {inOrder.map((language) => {
              const done = written[name].includes(language)
              return (
                <span key={language} className={done ? 'done' : undefined}>
                  <DoneTick done={done} />
                  <AppLink
                    to={companyAddress({ at: 'text', name, language })}
                    aria-label={`${label(name)}: ${languageName(language, shown)}`}
                  >
                    {language.toUpperCase()}
                  </AppLink>
                </span>
              )
            })}
          </li>
        ))}
      </ol>
    </section>
  )
}
