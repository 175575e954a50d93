import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { defaultLanguage, isLanguage } from '~/domain/text/languages'
import { flash } from '~/http/cookies/flash.server'
import { readForm } from '~/http/forms/forms.server'
import { endSession } from '~/http/sessions/session.server'
import { localizedPath } from '~/i18n/addresses'

/** Signing out changes state, so a link cannot: shows the desk, with its button. */
export function loader(_: LoaderFunctionArgs) {
  return redirect('/dashboard', 303)
}

/** Also clears the browser's cache. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request)
  const language = form.get('language')
  const headers = new Headers({ 'Clear-Site-Data': '"cache"' })
  headers.append('Set-Cookie', await endSession(context))
  headers.append('Set-Cookie', flash(context, 'signedOut'))
  const home = localizedPath('/', isLanguage(language) ? language : defaultLanguage)
  return redirect(home, { status: 303, headers })
}
