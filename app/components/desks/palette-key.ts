import { lazy, useEffect, useState } from 'react'
import { useTranslation } from '~/i18n/translation'
import { raiseToast } from '../toasts/queue'
import { loadPart } from '../updates/fetch-retry'

const load = () => import('./palette')

export const Palette = lazy(load)

/**
 * Opens the palette on Ctrl or Command and K, which some browsers use otherwise outside of the desk, once its
 * script is there: without it the page stays as it is.
 */
export function usePaletteKey(): [isOpen: boolean, close: () => void] {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey) return
      if (altKey || shiftKey || isComposing) return
      event.preventDefault()
      if (document.querySelector('dialog[open]')) return
      loadPart(load).then(
        () => setIsOpen(true),
        () => raiseToast({ kind: 'error', text: t('errors:general') }),
      )
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [t])
  return [isOpen, () => setIsOpen(false)]
}
