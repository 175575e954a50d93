import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import { defaultLanguage, type Language, languages } from '~/domain/text/languages'
import {
  type ActionResult,
  type Asked,
  anybody,
  form,
  formAction,
} from '~/http/forms/form-action.server'
import { endSession } from '~/http/sessions/session.server'
import { localizedPath } from '~/i18n/addresses'

/** Signing out changes state, so a link cannot: shows the desk, with its button. */
export function loader(_: LoaderFunctionArgs) {
  return redirect('/dashboard', 303)
}

/** Also clears the browser's cache. */
export const action = formAction(anybody, {
  '': form(z.object({ language: z.enum(languages).catch(defaultLanguage) }), signOut),
})

async function signOut(
  { language }: { language: Language },
  { context }: Asked<object>,
): Promise<ActionResult> {
  return {
    to: localizedPath('/', language),
    notice: 'signedOut',
    cookies: [await endSession(context)],
    headers: { 'Clear-Site-Data': '"cache"' },
  }
}
