import { useEffect } from 'react'

/** On Escape and on a press beside them, closes menus, what lies over a ticket, and what is done with several. */
export function useMenus() {
  useEffect(() => {
    const listening = new AbortController()
    for (const type of ['pointerdown', 'click', 'keydown']) {
      document.addEventListener(type, close, { signal: listening.signal })
    }
    return () => listening.abort()
  }, [])
}

const over = '.rail [open], .over[open]'

/** Takes room in its bar: closed before a press has ended, it would move what is being pressed. */
const withRoom = '.bulk > [open]'

function close({ target, type, key, detail }: Event & { key?: string; detail?: number }) {
  // Enter in a field presses a button that is elsewhere.
  if (type === 'click' && !detail) return
  const closed = { pointerdown: over, click: withRoom }[type] ?? `${over}, ${withRoom}`
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(closed)) {
    if (key === 'Escape') menu.querySelector('summary')?.focus()
    else if (key || menu.contains(target as Node)) continue
    menu.open = false
  }
}
