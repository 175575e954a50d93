import { useEffect, useState } from 'react'

/**
 * Opens the palette on Ctrl or Command and K, which some browsers use otherwise outside of the desk. Its script
 * is loaded with the first press.
 */
export function usePaletteKey(): [isOpen: boolean, close: () => void] {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey) return
      if (altKey || shiftKey || isComposing) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) setIsOpen(true)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  return [isOpen, () => setIsOpen(false)]
}
