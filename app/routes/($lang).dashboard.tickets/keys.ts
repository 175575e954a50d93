import { focusOn } from '~/components/site/arrival'
import { beginIn } from '~/components/tickets/composer'

/** Also what is opened to choose from: one may be typing before the focus is in its field. */
const typing = 'input:not(.pick *), textarea, select, .over[open], .rail [open], .bulk > [open]'

/** Those of the tickets' room: ignored while typing and in menus, and held while another ticket is on its way. */
export interface Keys {
  /** Returns how to stop. */
  listen(): () => void
  /** From now on they are for a ticket that is not there yet. */
  hold(): void
  /**
   * Does in the ticket that has arrived what was pressed for it, and writes what was typed after “r” or “n”; nothing
   * while steps have led on from it.
   */
  release(): void
}

export function createKeys(): Keys {
  let isMoving = false
  /** The line of the ticket that a step leads to, until it is there; and whether the page has heard of that step. */
  let next: HTMLAnchorElement | undefined
  let isHeard = false
  const held: string[] = []
  const move = (step: number) => {
    const line = lineFrom(next, step)
    if (!line) return
    next = line
    isMoving = true
    isHeard = false
    line.click()
    line.scrollIntoView({ block: 'nearest' })
  }
  /** A step goes on from a ticket that is on its way; all else waits until it is there. */
  const waits = (key: string) => isMoving && !(next && held.length === 0 && /[jk]/.test(key))
  const deeds: Record<string, () => void> = {
    j: () => move(1),
    k: () => move(-1),
    r: () => beginIn(find('#reply')),
    n: () => beginIn(find('#reply'), true),
    s: () => find<HTMLElement>('#reply [value=solve]')?.click(),
    a: () => find<HTMLElement>('#reply [value=take], #reply [value=give]')?.click(),
    z: () => unfold('.snooze'),
    x: () => tick(false),
    X: () => tick(true),
    u: () => find<HTMLElement>('[value=undo]')?.click(),
    '/': () => find<HTMLElement>('#q')?.focus(),
    '?': () => find<HTMLElement>('.keys button')?.click(),
    Escape: leave,
  }
  const pressed = (event: KeyboardEvent) => {
    const { key, target, isComposing, ctrlKey, metaKey, altKey } = event
    if (isComposing || event.defaultPrevented || find('dialog[open]')) return
    if (ctrlKey || metaKey || altKey) return
    if (key !== 'Escape' && (target as Element).closest(typing)) return
    if (key.length === 1 && waits(key)) return press(event, () => held.push(key))
    const deed = deeds[key]
    if (deed) press(event, deed)
  }
  return {
    listen() {
      document.addEventListener('keydown', pressed)
      return () => document.removeEventListener('keydown', pressed)
    },

    hold() {
      isMoving = true
      isHeard = true
    },

    release() {
      // An earlier ticket has arrived.
      if (next && !isHeard && next.search !== location.search) return
      isMoving = false
      next = undefined
      for (const key of held.splice(0)) {
        const field = find<HTMLTextAreaElement>('#reply textarea:focus')
        // One of them may have led on.
        if (waits(key)) held.push(key)
        else if (field) type(key, field)
        else deeds[key]?.()
      }
    },
  }
}

function type(letter: string, field: HTMLTextAreaElement) {
  field.setRangeText(letter, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function press(event: KeyboardEvent, deed: () => void) {
  event.preventDefault()
  deed()
}

function find<Found extends Element>(selector: string): Found | null {
  return document.querySelector<Found>(selector)
}

/** A step from a line, from that of the open ticket, or from where that was. None behind the last one. */
function lineFrom(line: HTMLAnchorElement | undefined, step: number) {
  const lines = [...document.querySelectorAll<HTMLAnchorElement>('.ledger a')]
  const open =
    lines.find((each) => each === line) ?? lines.find((each) => each.hasAttribute('aria-current'))
  if (open) return lines[lines.indexOf(open) + step]
  const named = (query: string, name: string) => new URLSearchParams(query).get(name)
  const was = named(location.search, 'below')
  const below = lines.findIndex(({ search }) => named(search, 'ticket') === was)
  return lines[Math.max(step < 0 ? below - 1 : below, 0)]
}

/**
 * Ends typing, the form's being a note's, and what it has unfolded. The focus goes to the fold's summary, or
 * before the form, where keys are heard.
 */
function leave() {
  const form = find<HTMLFormElement>('#reply')
  const left = document.activeElement
  const fold = left?.closest('main details[open]')
  // A note that is written stays one: in the same field, its words must not become a reply.
  if (!form?.querySelector('textarea')?.value) delete form?.dataset.writes
  for (const each of document.querySelectorAll('#reply [open]')) each.removeAttribute('open')
  fold?.removeAttribute('open')
  if (fold) return fold.querySelector('summary')?.focus()
  if (!left?.matches('input, textarea, select')) return
  const before = form?.contains(left) ? find<HTMLElement>('[role=log]') : left.closest('form')
  focusOn(before, { preventScroll: true })
}

/** As a press on the open ticket's tick, with Shift or without. */
function tick(shiftKey: boolean) {
  const box = find('.ledger [aria-current]')?.parentElement?.querySelector('.pick input')
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))
}

function unfold(selector: string) {
  const details = find<HTMLDetailsElement>(selector)
  if (!details) return
  details.open = true
  details.querySelector('button')?.focus()
}
