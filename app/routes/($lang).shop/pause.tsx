import type { ShopState } from '~/domain/site/opening'
import { formatDay } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'

/** While the shop takes no orders: until when. */
export function Pause({ state }: { state: ShopState }) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (state.kind !== 'paused') return null
  const { until } = state
  return (
    <p className="banner" role="note">
      <strong>
        {until
          ? t('shop:pausedUntil', { day: formatDay(new Date(until), language, 'UTC') })
          : t('shop:paused')}
      </strong>{' '}
      {t('shop:pausedText')}
    </p>
  )
}
