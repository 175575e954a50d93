import type { AppLoadContext } from '@remix-run/node'
import { readForm } from '~/http/forms/forms.server'
import { isMultipart } from '~/http/forms/multipart.server'
import { keepIfAsked } from './keep.server'
import { type NotTaken, rateIfAsked } from './rate.server'
import { exerciseIfAsked } from './rights.server'
import { tellIfAsked } from './tell.server'
import type { Visit } from './visit.server'

/** Throws the redirect, or returns why not; undefined for the composer's own form. */
export async function takeBeside(
  visit: Visit,
  request: Request,
  context: AppLoadContext,
): Promise<NotTaken | undefined> {
  const pressed = await pressedBeside(request)
  if (visit.kind === 'desk') return tellIfAsked(visit, pressed, request, context)
  if (visit.kind !== 'ticket') return undefined
  await keepIfAsked(visit, pressed, context)
  const refused = await exerciseIfAsked(visit, pressed, context)
  if (refused) {
    const headers = { 'Retry-After': String(refused.retryAfter) }
    return { answer: { typed: {}, errors: { form: refused.error } }, status: 429, headers }
  }
  return rateIfAsked(visit, pressed, request, context)
}

/** The composer's form may bring files and can be read only once. */
async function pressedBeside(request: Request): Promise<string> {
  if (isMultipart(request)) return ''
  const form = await readForm(request.clone())
  return String(form.get('intent') ?? '')
}
