import { useEffect } from 'react'

/**
 * On Escape and on a press beside them, closes menus. Those that a press opens have the focus, which arrows,
 * Home and End move in them.
 */
export function useMenus() {
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('click', enter, { signal: listening.signal })
    document.addEventListener('keydown', step, { signal: listening.signal })
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

/** In which arrows do something else. */
const withArrows = 'select, textarea, input:is([list], [type=date], [type=time])'

const controls = 'a[href], button, input:not([type=hidden]), select, textarea'

/** Around from the last to the first. */
function step(event: KeyboardEvent) {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey, isComposing } = event
  const from = target as HTMLElement
  const menu = from.closest(over)
  if (!menu || from.matches(withArrows) || isComposing) return
  if (altKey || ctrlKey || metaKey || shiftKey) return
  const all = [...menu.querySelectorAll<HTMLElement>(controls)].filter(
    (each) => each.tabIndex >= 0 && each.getClientRects().length > 0,
  )
  const at = all.indexOf(from)
  const isTyping = from.matches('input')
  const to = {
    ArrowDown: (at + 1) % all.length,
    ArrowUp: Math.max(at, 0) - 1,
    ...(!isTyping && { Home: 0, End: -1 }),
  }[key]
  if (to === undefined) return
  event.preventDefault()
  all.at(to)?.focus()
}

function close({ target, key }: Event & { key?: string }) {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(over)) {
    if (key === 'Escape') menu.querySelector('summary')?.focus()
    else if (key || menu.contains(target as Node)) continue
    menu.open = false
  }
}
