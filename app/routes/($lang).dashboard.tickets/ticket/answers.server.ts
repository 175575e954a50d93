import type { AppLoadContext } from '@remix-run/node'
import type { FormAnswer, FormErrors } from '~/domain/forms/forms'
import type { Notice } from '~/domain/forms/notices'
import type { Language } from '~/domain/text/languages'
import type { Moved } from '~/domain/tickets/tickets'
import type { TicketsAnswer } from './forms.server'
import type { Owner } from './thread-page.server'

export interface Asking extends Owner {
  language: Language
  context: AppLoadContext
}

export type Done =
  | { kind: 'done'; seq?: number; notice?: Notice; number?: number }
  /** The ticket is gone; back to the list. */
  | { kind: 'erased'; notice: Notice }
  | { kind: 'shown'; status: 200 | 400 | 404 | 409; answer: TicketsAnswer }

/** Unsent text comes back in either case. */
export function moved(
  { kind }: Pick<Moved, 'kind'>,
  typed: FormAnswer['typed'],
  notice: Notice,
): Done {
  if (kind === 'unknown') return again(404, typed, { form: 'tickets:errors.refused' })
  if (kind === 'refused') return again(409, typed, { form: 'tickets:errors.refused' })
  if (!typed.body) return { kind: 'done', notice }
  const { key = '', body } = typed
  return { kind: 'shown', status: 200, answer: { typed: { key, body }, errors: {}, done: notice } }
}

export function again(
  status: 200 | 400 | 404 | 409,
  typed: FormAnswer['typed'],
  errors: FormErrors = {},
): Done {
  return { kind: 'shown', status, answer: { typed, errors } }
}
