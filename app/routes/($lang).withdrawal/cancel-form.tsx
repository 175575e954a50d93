import { ErrorText, Field } from '~/components/forms/field'
import { FormProblem } from '~/components/forms/form-problem'
import { GivenFields, useGive } from '~/components/forms/given'
import { useForm } from '~/components/forms/use-form'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { PersonFields } from './person-fields'
import { ReceiptToCome } from './receipt-to-come'

/** Terminates a continuing contract: only the fields and button that § 312k BGB allows. */
export function CancelForm() {
  const { t } = useTranslation()
  const answer = useForm()
  // One of its own: see `keptForBack`.
  const action = localizedPath('/withdrawal?cancel=now', useLanguage())
  return (
    <form method="post" action={action} id="declaration" className="slip stack" noValidate>
      <GivenFields>
        <p>{t('withdrawal:cancelLead')}</p>
        <FormProblem answer={answer} fields />
        <Cause />
        <Field
          multiline
          name="reason"
          label={t('withdrawal:reason')}
          hint={t('withdrawal:reasonHint')}
          rows={2}
        />
        <PersonFields />
        <Field
          name="endsOn"
          label={t('withdrawal:endsOn')}
          hint={t('withdrawal:endsOnHint')}
          maxLength={40}
        />
        <p>
          <button className="button">{t('withdrawal:cancelNow')}</button>
        </p>
        <ReceiptToCome />
      </GivenFields>
    </form>
  )
}

function Cause() {
  const { t } = useTranslation()
  const answer = useForm()
  const usual = 'ordinary'
  useGive()('cause', usual)
  const cause = answer?.typed.cause ?? usual
  return (
    <fieldset className="causes">
      <legend>{t('withdrawal:cause')}</legend>
      {(['ordinary', 'important'] as const).map((each) => (
        <label key={each}>
          <input type="radio" name="cause" value={each} defaultChecked={cause === each} />
          <span>{t(`withdrawal:${each}`)}</span>
        </label>
      ))}
      <ErrorText error={answer?.errors.cause} />
    </fieldset>
  )
}
