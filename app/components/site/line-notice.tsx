import { useSyncExternalStore } from 'react'
import { useTranslation } from '~/i18n/translation'
import { isOffline, watchConnection } from '../updates/fetch-retry'

/** Says while what was asked or sent waits for the line. It needs nothing that is not there already. */
export function LineNotice() {
  const { t } = useTranslation()
  const broken = useSyncExternalStore(watchConnection, isOffline, () => false)
  return (
    <div className="no-line" role="status">
      {broken && <p className="banner bad">{t('errors:line')}</p>}
    </div>
  )
}
