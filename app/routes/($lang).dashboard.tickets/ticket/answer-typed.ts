import type { FormAnswer } from '~/domain/forms/forms'

type Typed = FormAnswer['typed']

/** Of people in the conversation, a box to tick each. */
const ticked = /^copy\d$/

/** The addresses of the boxes that are ticked. */
export function boxesIn(typed: Typed): string[] {
  return Object.entries(typed).flatMap(([name, value]) => (ticked.test(name) ? value : []))
}

/** What the form has of an answer, to be shown again. */
export function answerTyped(typed: Typed): Typed {
  const kept = Object.entries(typed).filter(
    ([name]) => ['key', 'body', 'to', 'cc'].includes(name) || ticked.test(name),
  )
  return Object.fromEntries(kept)
}
