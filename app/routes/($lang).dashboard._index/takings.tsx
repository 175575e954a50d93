import { useTranslation } from '~/i18n/translation'
import type { OverviewPage } from './loader.server'

export function Takings({ page: { takings } }: { page: OverviewPage }) {
  const { t } = useTranslation()
  if (!takings) return null
  const { today, yesterday, month, name } = takings
  return (
    <section aria-labelledby="takings">
      <h2 id="takings">{t('overview:takings')}</h2>
      <dl className="figures takings">
        <div>
          <dt>{t('overview:figures.today')}</dt>
          <dd>
            <b>{today}</b> <small>{t('overview:figures.yesterday', { figure: yesterday })}</small>
          </dd>
        </div>
        <div>
          <dt>{name}</dt>
          <dd>
            <b>{month}</b>
          </dd>
        </div>
      </dl>
    </section>
  )
}
