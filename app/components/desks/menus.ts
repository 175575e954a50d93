import { useEffect } from 'react'

/** On Escape and on a press beside them, closes menus. Those that a press opens have the focus. */
export function useMenus() {
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('click', enter, { signal: listening.signal })
    for (const type of ['pointerdown', 'keydown']) {
      document.addEventListener(type, close, { signal: listening.signal })
    }
    return () => listening.abort()
  }, [])
}

const over = '.rail [open], .over[open]'

/** The focus goes to what is chosen in the menu, or to its first field or button. */
function enter({ target }: Event) {
  const menu = (target as Element).closest('summary')?.closest('.over, .cc')
  const focus = () => {
    const inside = menu?.querySelector<HTMLElement>('[aria-current]')
    ;(inside ?? menu?.querySelector<HTMLElement>('input, select, button'))?.focus()
  }
  // What is closed cannot have the focus yet.
  menu?.addEventListener('toggle', focus, { once: true })
}

function close({ target, key }: Event & { key?: string }) {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(over)) {
    if (key === 'Escape') menu.querySelector('summary')?.focus()
    else if (key || menu.contains(target as Node)) continue
    menu.open = false
  }
}
