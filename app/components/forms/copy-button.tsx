import { useEffect, useState } from 'react'
import { useTranslation } from '~/i18n/translation'

/** Appears only with scripts. `what` names the copied text for screen readers. */
export function CopyButton({
  text,
  what,
  className = 'plain-button copy',
}: {
  text: string
  what?: string
  className?: string
}) {
  const { t } = useTranslation()
  const [state, setState] = useState<'none' | 'ready' | 'copied'>('none')
  useEffect(() => setState(navigator.clipboard ? 'ready' : 'none'), [])
  if (state === 'none') return null
  return (
    <button
      type="button"
      className={className}
      onClick={() => navigator.clipboard.writeText(text).then(() => setState('copied'))}
    >
      <span aria-live="polite">
        {t(state === 'copied' ? 'dashboard:copied' : 'dashboard:copy')}
      </span>
      {what && <span className="visually-hidden"> {what}</span>}
    </button>
  )
}
