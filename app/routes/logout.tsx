import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { defaultLanguage, isLanguage } from '~/domain/text/languages'
import { flash } from '~/http/cookies/flash.server'
import { readForm } from '~/http/forms/forms.server'
import { endSession } from '~/http/sessions/session.server'
import { localizedPath } from '~/i18n/addresses'

/** Signing out changes something, so a link cannot do it: whoever opens this is sent to the desk's button. */
export function loader(_: LoaderFunctionArgs) {
  return redirect('/dashboard', 303)
}

/** Ends the session here and in the browser's cache, and leads to the start page in the form's language. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request)
  const language = form.get('language')
  const headers = new Headers({ 'Clear-Site-Data': '"cache"' })
  headers.append('Set-Cookie', await endSession(context))
  headers.append('Set-Cookie', flash(context, 'signedOut'))
  const home = localizedPath('/', isLanguage(language) ? language : defaultLanguage)
  return redirect(home, { status: 303, headers })
}
