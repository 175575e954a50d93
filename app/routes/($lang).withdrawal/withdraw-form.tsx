import { FormProblem } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { useCurrentUrl } from '~/components/site/current-url'
import { useTranslation } from '~/i18n/translation'
import { PersonFields } from './person-fields'

/** Asks for no more than the law allows (§ 356a Abs. 2 BGB). */
export function WithdrawForm() {
  const { t } = useTranslation()
  const answer = useForm()
  return (
    <form method="post" action={useCurrentUrl()} id="declaration" className="slip stack">
      <h2>{t('layout:withdraw')}</h2>
      <FormProblem answer={answer} />
      <p>{t('withdrawal:withdrawLead')}</p>
      <PersonFields answer={answer} />
      <p>
        <button className="button">{t('withdrawal:toConfirm')}</button>
      </p>
      <p className="quiet">{t('withdrawal:byMail')}</p>
    </form>
  )
}
