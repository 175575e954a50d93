import { useSyncExternalStore } from 'react'
import { useTranslation } from '~/i18n/translation'
import { isLineBroken, watchLine } from '../upkeep/patient-line'

/** Says while what was asked or sent waits for the line. It needs nothing that is not there already. */
export function LineNotice() {
  const { t } = useTranslation()
  const broken = useSyncExternalStore(watchLine, isLineBroken, () => false)
  return (
    <div className="no-line" role="status">
      {broken && <p className="banner bad">{t('errors.line')}</p>}
    </div>
  )
}
