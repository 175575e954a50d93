import { useEffect, useState } from 'react'
import { useTranslation } from '~/i18n/translation'

/** Without scripts, a hint. A document's own script shows and works the button (`data-print`). */
export function PrintButton() {
  const { t } = useTranslation()
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return (
    <span className="print-button">
      <button
        type="button"
        className="button second"
        data-print
        hidden={!ready}
        onClick={() => window.print()}
      >
        {t('order:print')}
      </button>
      <span className="quiet" hidden={ready}>
        {t('order:printHint')}
      </span>
    </span>
  )
}
