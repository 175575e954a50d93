import { AddressFields } from '~/components/forms/address-fields'
import { AsShown, Seen } from '~/components/forms/as-shown'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { draftId } from '~/components/site/page'
import { isAbroad } from '~/domain/legal/legal-store'
import { longestLegalLine } from '~/domain/legal/legal-text'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { CompanyPage } from './loader.server'

const others = ['economicId', 'authority', 'editor'] as const

/** Few companies have these: they fold away. */
const rare = ['registerCourt', 'registerNumber', ...others]

/** Details of the site's operator that § 5 DDG demands. */
export function CompanyForm({ page }: { page: CompanyPage }) {
  const { company, proposedEmail, countries, seen, smallBusiness } = page
  const { t } = useTranslation()
  const answer = useForm()
  const more = answer
    ? rare.some((name) => answer.typed[name])
    : company?.register || others.some((name) => company?.[name])
  return (
    <DeskForm className="stack" id={draftId} key={seen}>
      <div>
        <h1>{t('company:parts.details')}</h1>
        <p className="quiet">{t('company:detailsLead')}</p>
      </div>
      <Seen value={seen} answer={answer} />
      <fieldset className="stack">
        <legend>{t('company:address')}</legend>
        <Field
          name="name"
          label={t('company:name')}
          hint={t('company:nameHint')}
          autoComplete="organization"
          defaultValue={company?.name}
          maxLength={longestLegalLine}
        />
        <AddressFields
          labels={{
            street: t('company:street'),
            postcode: t('company:postcode'),
            city: t('company:city'),
          }}
          line="pair"
          kept={company}
          maxLength={longestLegalLine}
        />
        <Field
          name="country"
          label={t('company:country')}
          hint={t('company:countryHint')}
          defaultValue={company?.country ?? 'DE'}
          options={countries.map(({ country, name }) => [country, name])}
        />
        <Field
          multiline
          rows={2}
          name="representatives"
          label={t('legal:representatives')}
          hint={t('company:representativesHint')}
          defaultValue={company?.representatives.join('\n')}
        />
      </fieldset>
      <fieldset className="stack">
        <legend>{t('company:contact')}</legend>
        <div className="pair">
          <Field
            name="email"
            type="email"
            label={t('legal:email')}
            hint={t('company:emailHint')}
            autoComplete="email"
            defaultValue={company ? company.email : proposedEmail}
            maxLength={longestLegalLine}
          />
          <Field
            name="phone"
            type="tel"
            label={t('legal:phone')}
            autoComplete="tel"
            defaultValue={company?.phone}
            maxLength={longestLegalLine}
          />
        </div>
      </fieldset>
      <fieldset className="stack">
        <legend>{t('company:tax')}</legend>
        <p className="hint">{t('company:taxHint')}</p>
        <div className="pair">
          <Field
            name="taxNumber"
            label={t('company:taxNumber')}
            defaultValue={company?.taxNumber}
            maxLength={longestLegalLine}
          />
          <Field
            name="vatId"
            label={t('legal:vatId')}
            defaultValue={company?.vatId}
            maxLength={longestLegalLine}
          />
        </div>
        <AsShown name="wasSmall" value={smallBusiness ? 'on' : 'off'} answer={answer} />
        <label className="tick">
          <input
            type="checkbox"
            name="smallBusiness"
            defaultChecked={answer ? answer.typed.smallBusiness === 'on' : smallBusiness}
          />{' '}
          <span>{t(isAbroad(page) ? 'company:smallBusinessAbroad' : 'company:smallBusiness')}</span>
        </label>
        <p className="hint">{t('company:smallBusinessHint')}</p>
      </fieldset>
      <details open={more ? true : undefined}>
        <summary>{t('company:more')}</summary>
        <div className="stack">
          <div className="pair">
            <Field
              name="registerCourt"
              label={t('company:registerCourt')}
              defaultValue={company?.register?.court}
              maxLength={longestLegalLine}
            />
            <Field
              name="registerNumber"
              label={t('company:registerNumber')}
              defaultValue={company?.register?.number}
              maxLength={longestLegalLine}
            />
          </div>
          {others.map((name) => (
            <Field
              key={name}
              name={name}
              label={t(`legal:${name}`)}
              defaultValue={company?.[name]}
              maxLength={longestLegalLine}
            />
          ))}
        </div>
      </details>
      <p className="deeds">
        <Submit intent="save" label={t('company:saveDetails')} />
        <LocalizedLink className="button second" to="/imprint">
          {t('company:seeImprint')}
        </LocalizedLink>
      </p>
    </DeskForm>
  )
}
