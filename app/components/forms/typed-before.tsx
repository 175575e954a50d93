import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useIsFirstPage } from '../site/first-page'
import { type Control, controls, isChanged, isTicked } from './typed-fields'

/** What was typed or chosen in a field, by its name and its index among those of that name. */
interface Typed {
  name: string
  index: number
  value: string
  checked: boolean
  files: FileList | null
}

const noted = new Map<string, Typed>()

/** What had focus last, and how to find what takes its place if React renders the page again. */
let focused: { element: Element; selector: string; index: number } | undefined

/** What is selected in the focused text field: when hydration begins, and after each input since. */
let selection: [start: number, end: number, direction?: 'forward' | 'backward' | 'none'] | undefined

/** Which folds are open when React renders the page: it closes them where it renders the page again. */
let folds: number[] = []

/** The server has no layout, and React says so where one asks for it. */
const useRendered = import.meta.env.SSR ? useEffect : useLayoutEffect

/** The events at which React 18 hydrates at once; that fails (error 345) while it waits for the page's data. */
const hydratingEvents =
  'auxclick change click compositionend compositionstart contextmenu copy cut dblclick dragend dragstart drop input keydown keypress keyup mousedown mouseup paste pointercancel pointerdown pointerup reset submit textInput touchcancel touchend touchstart'.split(
    ' ',
  )

/**
 * Records what is typed or chosen until the page has hydrated, and keeps events from React until then: a
 * link or a form does what it does without scripts. Call it before hydration.
 */
export function noteTyping() {
  for (const type of hydratingEvents) addEventListener(type, keepFromReact, true)
  for (const field of controls()) if (isChanged(field)) note(field)
  addEventListener('input', noteTarget, true)
  if (document.activeElement !== document.body) noteFocus({ target: document.activeElement })
  // Before React, which stops this event until it has hydrated.
  addEventListener('focusin', noteFocus, true)
}

function keepFromReact(event: Event) {
  event.stopPropagation()
}

function noteTarget({ target }: Event) {
  if (target instanceof Element && target.matches('input, textarea, select')) {
    note(target as Control)
    if (selection) noteSelection()
  }
}

/**
 * Restores what was typed or chosen before hydration, focus and selection, and calls the handlers of those
 * fields. React by itself calls no handler for it, sets a textarea back to its first text, and renders the
 * page again where a browser's translation or an extension has changed it.
 */
export function TypedBefore({ children }: { children: ReactNode }) {
  const isFirstPage = useIsFirstPage()
  // What is around a field renders before React sets the field back.
  if (isFirstPage && !import.meta.env.SSR) {
    if (!selection) noteSelection()
    folds = allFolds().flatMap(({ open }, index) => (open ? index : []))
  }
  // Before anybody can press again: a form would send what React has rendered.
  useRendered(() => {
    if (!isFirstPage) return
    removeEventListener('focusin', noteFocus, true)
    const rendered = allFolds()
    for (const index of folds) if (rendered[index]) rendered[index].open = true
    for (const typed of noted.values()) putBack(typed)
    putFocusBack()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after the page's own effects
  useEffect(() => {
    if (!isFirstPage) return
    for (const type of hydratingEvents) removeEventListener(type, keepFromReact, true)
    for (const field of controls()) if (isChanged(field)) announce(field)
  }, [])
  useEffect(() => {
    if (isFirstPage) return
    removeEventListener('input', noteTarget, true)
    noted.clear()
  }, [isFirstPage])
  return children
}

function note(field: Control) {
  const { name, value } = field
  const index = [...document.getElementsByName(name)].indexOf(field)
  noted.set(`${name} ${index}`, {
    name,
    index,
    value,
    checked: 'checked' in field && field.checked,
    files: 'files' in field ? field.files : null,
  })
}

function noteFocus({ target }: { target: EventTarget | null }) {
  if (!(target instanceof Element)) return
  const tag = target.localName
  const attribute = ['id', 'name', 'href'].find((name) => target.getAttribute(name))
  const value = attribute && CSS.escape(target.getAttribute(attribute) ?? '')
  const selector = attribute ? `${tag}[${attribute}=${value}]` : tag
  const index = [...document.querySelectorAll(selector)].indexOf(target)
  focused = { element: target, selector, index }
  selection = undefined
}

function noteSelection() {
  const field = document.activeElement
  if (!isText(field) || field.selectionStart === null) return
  const { selectionStart, selectionEnd, selectionDirection } = field
  selection = [selectionStart, selectionEnd ?? selectionStart, selectionDirection ?? undefined]
}

function putSelectionBack(field: Element) {
  if (selection && isText(field)) field.setSelectionRange(...selection)
}

function putBack({ name, index, value, checked, files }: Typed) {
  const field = document.getElementsByName(name)[index] as Control | undefined
  if (!field) return
  openFoldsOf(field)
  if (!isChanged(field)) {
    if (isTicked(field)) field.checked = checked
    else if (field.type !== 'file') {
      field.value = value
      if (field === document.activeElement) putSelectionBack(field)
    } else if (files && 'files' in field) field.files = files
  }
}

function putFocusBack() {
  // Focus is nowhere, too, while a person moves it from one field to another.
  if (!focused || focused.element.isConnected || document.activeElement !== document.body) return
  const { selector, index } = focused
  const found = document.querySelectorAll<HTMLElement>(selector)[index]
  if (!found) return
  found.focus()
  putSelectionBack(found)
}

function isText(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
}

function allFolds(): HTMLDetailsElement[] {
  return [...document.querySelectorAll('details')]
}

/** What a browser puts back after a reload may lie in a fold. */
function openFoldsOf(element: Element) {
  const fold = element.parentElement?.closest('details')
  if (!fold) return
  fold.open = true
  openFoldsOf(fold)
}

/** React calls `onChange` only if value or tick differ from those that it last saw. */
function announce(field: Control) {
  if (isTicked(field)) {
    field.checked = !field.checked
    field.click()
    return
  }
  if (!(field instanceof HTMLSelectElement) && field.type !== 'file') {
    const { value, defaultValue, selectionStart, selectionEnd, selectionDirection } = field
    field.value = defaultValue
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    if (selectionStart !== null)
      field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined)
  }
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
