import { useSyncExternalStore } from 'react'
import { useTranslation } from '~/i18n/translation'
import { isOffline, watchConnection } from '../updates/fetch-retry'

/** Shown while a request waits for the connection; needs nothing that is not loaded yet. */
export function LineNotice() {
  const { t } = useTranslation()
  const broken = useSyncExternalStore(watchConnection, isOffline, () => false)
  return (
    <div className="notice" role="status">
      {broken && <p className="banner bad">{t('errors:line')}</p>}
    </div>
  )
}
