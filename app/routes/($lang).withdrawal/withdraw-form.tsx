import { useCurrentUrl } from '~/components/site/current-url'
import type { FormAnswer } from '~/domain/forms/forms'
import { useTranslation } from '~/i18n/translation'
import { PersonFields } from './person-fields'

/** Asks for no more than the law allows (§ 356a Abs. 2 BGB). */
export function WithdrawForm({ answer }: { answer?: FormAnswer }) {
  const { t } = useTranslation()
  return (
    <form method="post" action={useCurrentUrl()} id="declaration" className="slip stack">
      <h2>{t('layout:withdraw')}</h2>
      <p>{t('withdrawal:withdrawLead')}</p>
      <PersonFields answer={answer} />
      <p>
        <button className="button">{t('withdrawal:toConfirm')}</button>
      </p>
      <p className="quiet">{t('withdrawal:byMail')}</p>
    </form>
  )
}
