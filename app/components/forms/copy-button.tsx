import { type MouseEvent, useEffect, useState } from 'react'
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
  const copy = async ({ currentTarget: button }: MouseEvent<HTMLElement>) => {
    await navigator.clipboard.writeText(text).catch(() => copyMarked(text, button))
    setState('copied')
  }
  return (
    <button type="button" className={className} onClick={copy}>
      <span aria-live="polite">
        {t(state === 'copied' ? 'dashboard:copied' : 'dashboard:copy')}
      </span>
      {what && <span className="visually-hidden"> {what}</span>}
    </button>
  )
}

/** Without permission the browser still copies what is marked. */
function copyMarked(text: string, button: HTMLElement) {
  const field = document.createElement('textarea')
  field.value = text
  button.after(field)
  field.select()
  document.execCommand('copy')
  field.remove()
  button.focus()
}
