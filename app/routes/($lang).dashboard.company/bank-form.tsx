import { Seen } from '~/components/forms/as-shown'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { ProofField, SignInAgain } from '~/components/forms/proof-field'
import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { draftId } from '~/components/site/page'
import { spacedIban } from '~/domain/legal/legal'
import { longestLegalLine } from '~/domain/legal/legal-text'
import { useTranslation } from '~/i18n/translation'
import type { CompanyPage } from './loader.server'

export function BankForm({ page: { company, bank, bankAsks, seen } }: { page: CompanyPage }) {
  const { t } = useTranslation()
  const line = { maxLength: longestLegalLine, autoComplete: 'off' }
  return (
    <DeskForm className="stack" id={draftId} key={seen}>
      <div>
        <h1>{t('company:parts.bank')}</h1>
        <p className="quiet">{t('company:bankLead')}</p>
      </div>
      <Seen value={seen} answer={useForm()} />
      <Field
        name="holder"
        label={t('company:holder')}
        defaultValue={bank ? bank.holder : company?.name}
        {...line}
      />
      <Field
        name="iban"
        label={t('company:iban')}
        defaultValue={bank && spacedIban(bank.iban)}
        {...line}
      />
      <div className="pair">
        <Field name="bic" label={t('company:bic')} defaultValue={bank?.bic} {...line} />
        <Field name="name" label={t('company:bankName')} defaultValue={bank?.name} {...line} />
      </div>
      {bankAsks === 'sign-in' ? (
        <SignInAgain />
      ) : (
        <>
          <ProofField asked={bankAsks} name="bankPassword" />
          <p className="deeds">
            <Submit intent="save" label={t('company:saveBank')} />
          </p>
        </>
      )}
    </DeskForm>
  )
}
