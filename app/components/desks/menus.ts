import { useEffect } from 'react'

/**
 * On Escape and on a press beside them, closes menus, what lies over a ticket, and what is done with several. Those
 * that a press opens have the focus.
 */
export function useMenus() {
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('click', enter, { signal: listening.signal })
    for (const type of ['pointerdown', 'click', 'keydown']) {
      document.addEventListener(type, close, { signal: listening.signal })
    }
    return () => listening.abort()
  }, [])
}

const over = '.rail [open], .over[open]'

/** Takes room in its bar: closed before a press has ended, it would move what is being pressed. */
const withRoom = '.bulk > [open]'

/** The focus goes to what is chosen in the menu, or to its first field or button. */
function enter({ target }: Event) {
  const menu = (target as Element).closest('summary')?.closest('.over, .bulk > details')
  const focus = () => {
    const inside = menu?.querySelector<HTMLElement>('[aria-current]')
    ;(inside ?? menu?.querySelector<HTMLElement>('input, select, button'))?.focus()
  }
  // What is closed cannot have the focus yet.
  menu?.addEventListener('toggle', focus, { once: true })
}

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
