import type { ReactNode } from 'react'
import { AddressText } from '~/components/site/address-text'
import type { Company } from '~/domain/legal/legal'
import { countryName } from '~/i18n/countries'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'

/** § 5 DDG, § 18 MStV. */
export function CompanyFacts({ company }: { company: Company }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { email, phone, register } = company
  return (
    <section>
      <h2>{t('legal:company')}</h2>
      <address>
        <strong>{company.name}</strong>
        <br />
        {company.street}
        <br />
        {company.postcode} {company.city}
        <br />
        {countryName(company.country, language)}
      </address>
      <dl>
        <Fact name={t('legal:representatives')}>{company.representatives.join(', ')}</Fact>
        <Fact name={t('legal:email')}>
          <a href={`mailto:${email}`}>
            <AddressText text={email} />
          </a>
        </Fact>
        <Fact name={t('legal:phone')}>
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
        </Fact>
        <Fact name={t('legal:register')}>
          {register && `${register.court}, ${register.number}`}
        </Fact>
        <Fact name={t('legal:vatId')}>{company.vatId}</Fact>
        <Fact name={t('legal:economicId')}>{company.economicId}</Fact>
        <Fact name={t('legal:authority')}>{company.authority}</Fact>
        <Fact name={t('legal:editor')}>{company.editor}</Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
