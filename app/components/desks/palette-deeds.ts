import { beginIn } from '../tickets/composer'

/** What is chosen for the open ticket, each in the menu that has the name of what it is. */
const menus = '.facts .menu, .snooze'

/**
 * What one can do in the open ticket without having written: what is pressed or followed, and the names of the parts
 * that have something to fill in or to read first. Offered in this order.
 */
const deeds = [
  '.toast [value=undo]',
  // An erasure is begun on the page alone.
  '#held [value=release]',
  '#reply .tools .plain-button:not(.to-guest, .saved *, .snooze *)',
  '#reply [for=body]',
  '.snooze > summary',
  '.snooze .plain-button',
  '.facts .plain-button:not([aria-current])',
  '.facts label',
  '#reply .tools :not(.snooze) > summary',
  '#reply .cc > summary',
  '.visitor details > summary',
  '.visitor [href*="/tickets/new"]',
  '.rare > a',
  '.rare .with-button label',
  '.rare > * > :is(legend, h3)',
  // Behind the last one is what is rare.
  '.ticket-head > .over:not(:last-of-type) > summary',
]

/** Those that people call by other words, too. */
const kinds = {
  reply: '[for=body]',
  solve: '[value=solve]',
  reopen: '[value=reopen]',
  snooze: '.snooze > summary',
  assign: '[name=assignee]',
  take: '[value=take]',
  hold: ':has(> [value=hold]) > h3',
  block: ':has(> [value=block]) > h3',
}

export interface Deed {
  /** Its name, in a menu with that of the menu. */
  text: string
  kind?: keyof typeof kinds
  /** Whether a press opens something, and changes nothing. */
  opens: boolean
  press(): void
}

export function readDeeds(): Deed[] {
  return elements().map((element) => {
    const text = nameOf(element)
    // News may have drawn the page again by then.
    const now = () => elements().find((each) => nameOf(each) === text)
    const opens = !element.matches('button:not([value=note])')
    return { text, kind: kindOf(element), opens, press: () => press(now()) }
  })
}

const elements = () =>
  deeds.flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)])

function kindOf(element: HTMLElement): Deed['kind'] {
  const all = Object.keys(kinds) as (keyof typeof kinds)[]
  return all.find((kind) => element.matches(kinds[kind]))
}

function nameOf(element: HTMLElement): string {
  const name = ownName(element)
  const menu = ownName(element.closest(menus)?.querySelector('summary') ?? element)
  // As “high priority” names its menu, and “Assign to Mara” what it does.
  return element.title || name.toLowerCase().includes(menu.toLowerCase())
    ? name
    : `${menu}: ${name}`
}

function ownName({ title, textContent }: HTMLElement): string {
  return title || textContent?.trim() || ''
}

/** What asks first on the page does so here; a part opens with its first field, or what there is, in focus. */
function press(element: HTMLElement | undefined) {
  // What is written stays, and is added by a press on the page alone.
  if (element?.matches('[value=note]')) return beginIn(element.closest('form'), true)
  if (element?.matches('button, a')) return element.click()
  const part = element?.parentElement
  for (let fold = part?.closest('details'); fold; fold = fold.parentElement?.closest('details')) {
    fold.open = true
  }
  const first = part?.querySelector<HTMLElement>(
    'input:not([type=hidden]), select, textarea, button, a',
  )
  ;(first ?? part?.querySelector('summary'))?.focus()
}
