import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Opens the palette on Ctrl or Command and K, which some browsers use otherwise outside of the desk. Its field
 * has the focus before the next key, which would be a shortcut of the page. `opening` counts: it is 0 while
 * the palette is closed, and otherwise its key, as one that is just closing reports so only later.
 */
export function usePaletteKey(): [opening: number, close: () => void] {
  const [opening, setOpening] = useState(0)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey) return
      if (altKey || shiftKey || isComposing) return
      event.preventDefault()
      if (document.querySelector('dialog[open]')) return
      flushSync(() => setOpening((earlier) => earlier + 1))
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  return [opening, () => setOpening(0)]
}
