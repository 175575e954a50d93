import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { defaultLanguage, type Language, languages } from '~/domain/text/languages'
import {
  type ActionResult,
  type Asked,
  anybody,
  form,
  formAction,
  type Sent,
} from '~/http/forms/form-action.server'
import { readForm } from '~/http/forms/forms.server'
import { askedFor } from '~/http/links/destination'
import { redirectTo } from '~/http/responses/redirect'
import { endSession } from '~/http/sessions/session.server'
import { localizedPath } from '~/i18n/addresses'

/** Signing out changes state, so a link cannot: shows the desk, with its button. */
export function loader({ context }: LoaderFunctionArgs) {
  return redirectTo(localizedPath('/dashboard', context.language))
}

const signOutForm = z.object({ language: z.enum(languages).catch(defaultLanguage) })

/** Also clears the browser's cache. */
export const action = formAction(
  anybody,
  { '': { ...form(signOutForm, signOut), free: true } },
  withoutIntent,
)

/** Rendered only when the form of another account is refused. */
export default function Logout() {
  return null
}

/** There is no page to show the form again: whatever was pressed, it signs out. */
async function withoutIntent(request: Request): Promise<Sent> {
  const form = await readForm(request)
  form.delete('intent')
  return { form }
}

async function signOut(
  { language }: { language: Language },
  { context }: Asked<object>,
): Promise<ActionResult> {
  return {
    to: askedFor(context) || localizedPath('/', language),
    notice: 'signedOut',
    cookies: [await endSession(context)],
    headers: { 'Clear-Site-Data': '"cache"' },
  }
}
