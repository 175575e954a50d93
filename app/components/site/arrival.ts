import { useLocation, useNavigationType } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { problemFields } from '../forms/form-problem'
import { announce } from './announcer'
import type { ReadAgain } from './kept'

/** Attributes of the heading of a confirmation step; browsers focus it in a new document. */
export const stepHeading = { 'data-step': true, tabIndex: -1, autoFocus: true }

/** Attributes of the field that a page is for: one who comes there has the focus in it. */
export const firstFocus = { 'data-step': true, autoFocus: true }

/** The control that was pressed last, its place among its siblings, and the row and section it was in. */
interface Pressed {
  control: HTMLElement
  parent: Element | null
  place: number
  row: Element | null
  list: Element | null
  index: number
  section: Element | null
}

let pressed: Pressed | undefined

/**
 * What a browser does for a new document, after each navigation by script: announces the title of
 * another page and moves focus to its heading, as it does for a link to a part of the page. Where the
 * page stays, focus that was lost goes to what took the place of the pressed control.
 */
export function useArrival(title: string) {
  const { key, hash, state } = useLocation()
  const goesBack = useNavigationType() === 'POP'
  const last = useRef({ key, title })
  useEffect(() => {
    document.addEventListener('click', notePressed, true)
    return () => document.removeEventListener('click', notePressed, true)
  }, [])
  // On every render: a title may change without a navigation.
  useEffect(() => {
    const before = last.current
    last.current = { key, title }
    // A page that is read again stays where it is.
    if (before.key === key || (state as ReadAgain | null)?.readAgain === before.key) return
    const isAnother = before.title !== title
    if (isAnother) announce(title)
    const step = document.querySelector<HTMLElement>('[data-step]')
    if (document.activeElement?.matches(problemFields)) return
    const linked = linkedPart(hash)
    // To a part of the page the browser itself has moved, also where nothing there can have the focus.
    const keepsPlace = key === 'default' || !isFocusLost()
    if (!step && !isAnother && !linked && keepsPlace) return
    const shown = isAnother ? headingIn(hash) : (linked ?? elementOf(pressed))
    const target = step ?? shown ?? heading()
    focusOn(target, { preventScroll: goesBack || hash !== '' })
  })
}

/** For a heading whose part of the page loads after the navigation. */
export function useHeadingFocus(isFirstPage: boolean) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the part is there
  useEffect(() => {
    if (!isFirstPage && !document.activeElement?.matches(problemFields)) focusOn(heading())
  }, [])
}

function notePressed({ target }: MouseEvent) {
  const control = (target as Element).closest<HTMLElement>('main :is(button, a, input)')
  if (!control) return
  if (control.closest('.toast')) {
    pressed = undefined
    return
  }
  const row = control.closest('li, tr') ?? control.closest('fieldset, form')
  const list = row?.parentElement ?? null
  const index = row && list ? [...list.children].indexOf(row) : -1
  const { parentElement: parent } = control
  const place = parent ? [...parent.children].indexOf(control) : -1
  pressed = { control, parent, place, row, list, index, section: control.closest('section') }
}

/** The heading of the part that a pressed link leads to. */
function linkedPart(hash: string): HTMLElement | null | undefined {
  if (!hash || !pressed?.control.matches(`a[href$="${CSS.escape(hash)}"]`)) return undefined
  return headingIn(hash)
}

/** Of the part that an address leads to, which is where the page is scrolled to. */
function headingIn(hash: string): HTMLElement | null | undefined {
  const part = hash ? document.getElementById(hash.slice(1)) : undefined
  return part?.querySelector<HTMLElement>('h1, h2, h3')
}

/** Also where the focused element is hidden or disabled, which a browser notices a frame later. */
function isFocusLost(): boolean {
  const active = document.activeElement
  if (!active || active === document.body) return true
  return !isThere(active)
}

function elementOf(before: Pressed | undefined): HTMLElement | undefined {
  if (!before) return undefined
  const { control, parent, place, row, list, index, section } = before
  const there =
    (row?.id && document.getElementById(row.id)) || (row?.isConnected && row) || undefined
  const next = list?.isConnected ? list.children[Math.min(index, list.children.length - 1)] : null
  const beside = control.isConnected ? findIn(parent, control) : takenPlace(parent, place)
  const again = sameIn(document.querySelector('main'), control)
  return (
    beside ??
    (again.length === 1 ? again[0] : undefined) ??
    findIn(there ?? next, control) ??
    again.at(-1) ??
    (section?.isConnected ? section.querySelector<HTMLElement>('h1, h2, h3') : null) ??
    undefined
  )
}

/** What is now where a control was, such as the one that takes its step back. */
function takenPlace(parent: Element | null, place: number): HTMLElement | undefined {
  const now = parent?.isConnected ? parent.children[place] : undefined
  return usableIn(parent).find((each) => each === now)
}

/** The same control, or the first that can be used. */
function findIn(part: Element | null | undefined, control: HTMLElement): HTMLElement | undefined {
  return sameIn(part, control).at(-1) ?? usableIn(part)[0]
}

function sameIn(part: Element | null | undefined, control: HTMLElement): HTMLElement[] {
  const { id, name, value } = control as Partial<HTMLButtonElement>
  return usableIn(part).filter((each) => {
    const other = each as Partial<HTMLButtonElement>
    return id ? each.id === id : name && other.name === name && other.value === value
  })
}

function usableIn(part: Element | null | undefined): HTMLElement[] {
  const all = part?.querySelectorAll<HTMLElement>('button, a[href], input, summary')
  return [...(all ?? [])].filter(isUsable)
}

function isUsable(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && isThere(element)
}

/** Chromium lays out what is in a closed fold; the other browsers before `checkVisibility` do not. */
function isThere(element: Element): boolean {
  const isShown = element.checkVisibility?.() ?? element.getClientRects().length > 0
  return isShown && !element.matches(':disabled')
}

/** The heading of the part of a room that was asked for, else of the room. */
function heading(): HTMLElement | undefined {
  const all = ['.one h2', 'main h1', 'main h2'].flatMap((selector) => [
    ...document.querySelectorAll<HTMLElement>(selector),
  ])
  return all.find(isThere)
}

export function focusOn(element: HTMLElement | null | undefined, options?: FocusOptions) {
  if (!element) return
  // A heading is focused by script alone.
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus(options)
}
