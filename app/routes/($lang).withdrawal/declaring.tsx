import type { SerializeFrom } from '@remix-run/node'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { CancelForm } from './cancel-form'
import { ConfirmStep } from './confirm-step'
import { Receipt } from './receipt'
import type { Step } from './step.server'
import { WithdrawForm } from './withdraw-form'

export function Declaring({ step }: { step: SerializeFrom<Exclude<Step, { kind: 'text' }>> }) {
  const { t } = useTranslation()
  switch (step.kind) {
    case 'withdraw':
      return <WithdrawForm />
    case 'confirm':
      return <ConfirmStep declared={step.declared} />
    case 'cancel':
      return <CancelForm formKey={step.key} />
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
