import { soundText } from '../../domain/files/plain-text'

/** Repeated ones count twice. The opening hours have most: 100 exceptions of five fields. */
export const mostFields = 600

/** Form parsers read dots and brackets as paths; objects have names of their own. */
export function isFieldName(name: string): boolean {
  return /^[a-z][\w-]{0,63}$/i.test(name) && name !== 'prototype' && !(name in {})
}

/** Thrown for a form that none of our pages has sent. */
export function unreadableForm(): Response {
  return new Response(null, { status: 400 })
}

/** Normalises text with `soundText`, except passwords. */
export function addField(form: FormData, name: string, value: string): void {
  form.append(name, /password$/i.test(name) ? value : soundText(value))
}
