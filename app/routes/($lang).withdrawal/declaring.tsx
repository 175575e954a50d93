import type { SerializeFrom } from '@remix-run/node'
import { FormProblem } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { useCurrentUrl } from '~/components/site/current-url'
import type { Declared } from '~/domain/legal/declarations'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { CancelForm } from './cancel-form'
import { DeclarationList } from './declaration-list'
import { PersonFields } from './person-fields'
import { Receipt } from './receipt'
import { ReceiptToCome } from './receipt-to-come'
import type { Known, Step } from './step.server'

export function Declaring({ step }: { step: SerializeFrom<Exclude<Step, { kind: 'text' }>> }) {
  const { t } = useTranslation()
  switch (step.kind) {
    case 'withdraw':
      return <WithdrawForm known={step.known} />
    case 'confirm':
      return <ConfirmStep declared={step.declared} />
    case 'cancel':
      return <CancelForm />
    case 'receipt':
      return <Receipt declaration={step.declaration} />
    case 'unknown':
      return (
        <div className="slip stack">
          <p>{t('withdrawal:unknown')}</p>
          <p>
            <LocalizedLink to="/withdrawal?withdraw">{t('layout:withdraw')}</LocalizedLink>
          </p>
        </div>
      )
  }
}

function ConfirmStep({ declared }: { declared: Declared }) {
  const { t } = useTranslation()
  return (
    <form method="post" action={useCurrentUrl()} className="slip stack">
      <h2>{t('withdrawal:confirmHeading')}</h2>
      <FormProblem answer={useForm()} />
      <DeclarationList declared={declared} />
      <p className="deeds">
        <button className="button">{t('withdrawal:confirm')}</button>{' '}
        <LocalizedLink to="/withdrawal?withdraw" className="button second">
          {t('withdrawal:change')}
        </LocalizedLink>
      </p>
    </form>
  )
}

/** Asks for no more than the law allows (§ 356a Abs. 2 BGB). */
function WithdrawForm({ known }: { known?: Known }) {
  const { t } = useTranslation()
  const answer = useForm()
  return (
    <form method="post" action={useCurrentUrl()} id="declaration" className="slip stack" noValidate>
      <FormProblem answer={answer} fields />
      <p>{t('withdrawal:withdrawLead')}</p>
      <PersonFields known={known} />
      <p>
        <button className="button">{t('withdrawal:toConfirm')}</button>
      </p>
      <ReceiptToCome />
    </form>
  )
}
