import { useEffect } from 'react'

/** Closes menus, and what lies over a ticket, on Escape and on a press beside them. */
export function useMenus() {
  useEffect(() => {
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', close)
    }
  }, [])
}

function close({ target, key }: Event & { key?: string }) {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('.rail [open], .over[open]')) {
    if (key === 'Escape') menu.querySelector('summary')?.focus()
    else if (key || menu.contains(target as Node)) continue
    menu.open = false
  }
}
