import type { ShopState } from '~/domain/site/opening'
import { formatDay } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'

/** When a paused shop takes orders again; undefined if it takes them now. */
export function useReopening(state: ShopState): string | undefined {
  const { t } = useTranslation()
  const language = useLanguage()
  if (state.kind !== 'paused') return undefined
  if (!state.until) return t('shop:paused')
  return t('shop:pausedUntil', { day: formatDay(new Date(state.until), language, 'UTC') })
}

export function Pause({ state }: { state: ShopState }) {
  const { t } = useTranslation()
  const reopening = useReopening(state)
  if (!reopening) return null
  return (
    <p className="banner" role="note">
      <strong>{reopening}</strong> {t('shop:pausedText')}
    </p>
  )
}
