import { useCurrentUrl } from '~/components/site/current-url'
import type { Declared } from '~/domain/legal/declarations'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { DeclarationList } from './declaration-list'

export function ConfirmStep({ declared }: { declared: Declared }) {
  const { t } = useTranslation()
  return (
    <form method="post" action={useCurrentUrl()} className="slip stack">
      <h2>{t('withdrawal:confirmHeading')}</h2>
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
