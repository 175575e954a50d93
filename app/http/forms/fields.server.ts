import { soundText } from '../../domain/files/plain-text'

/**
 * The most fields that one form may bring, a field that comes twice counted twice. The largest form
 * of the app is that of the opening hours: 100 exceptions of five fields each.
 */
export const mostFields = 600

/**
 * Returns whether a form of the app may have a field of this name. Form parsers read dots and
 * brackets as paths into objects and arrays: `files[4294967294]` makes an array of that length. They
 * keep names with leading underscores for themselves, and objects come with some names of their own.
 */
export function isFieldName(name: string): boolean {
  return /^[a-z][\w-]{0,63}$/i.test(name) && name !== 'prototype' && !(name in {})
}

/** Returns what is thrown in place of an answer to a form that no page of the app has sent. */
export function unreadableForm(): Response {
  return new Response(null, { status: 400 })
}

/** Adds a field as it was sent: text as `soundText` has it, but passwords to the letter. */
export function addField(form: FormData, name: string, value: string): void {
  form.append(name, /password$/i.test(name) ? value : soundText(value))
}
