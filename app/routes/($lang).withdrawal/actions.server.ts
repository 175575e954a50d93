import type { z } from 'zod'
import type { Declared } from '~/domain/legal/declarations'
import { terminationForm, withdrawalForm } from '~/domain/legal/declarations-input'
import { noForms } from '~/http/forms/bound-forms.server'
import {
  type ActionResult,
  type Asked,
  anybody,
  comeAgain,
  type Forms,
  form,
  formAction,
} from '~/http/forms/form-action.server'
import { shownLegal } from '~/http/responses/legal.server'
import { localizedPath } from '~/i18n/addresses'
import { declare } from './declare.server'
import { confirmPath, keyOf, readDraft, receiptPath } from './step.server'

/** A withdrawal has a second step; that, and a termination, lead to the receipt. */
export const action = formAction(anybody, async (_, context): Promise<Forms<object>> => {
  const { searchParams } = context.url
  const sealed = searchParams.get('withdraw')
  if (!(await shownLegal(context))) return noForms(503)
  if (searchParams.has('cancel')) return { '': form(terminationForm, terminate) }
  if (!sealed) return { '': form(withdrawalForm, askToConfirm) }
  const declared = readDraft(sealed, context)
  return declared ? { '': { run: (_, asked) => take(declared, asked) } } : noForms(404)
})

function askToConfirm(
  declared: z.output<typeof withdrawalForm>,
  { context }: Asked<object>,
): ActionResult {
  return { to: localizedPath(confirmPath(declared, context), context.language) }
}

function terminate(declared: Declared, asked: Asked<object>): Promise<ActionResult> {
  return take({ ...declared, key: keyOf(declared, asked.context) }, asked)
}

async function take(
  declared: Declared & { key: string },
  { context }: Asked<object>,
): Promise<ActionResult> {
  const { language } = context
  const taken = await declare(declared, language, context)
  if (taken.kind === 'full') return comeAgain(taken.seconds)
  if (taken.kind === 'conflict') return { status: 409 }
  return { to: localizedPath(receiptPath(taken.declaration, context), language) }
}
