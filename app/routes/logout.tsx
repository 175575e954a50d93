import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { isLanguage } from '~/domain/languages'
import { endSession } from '~/http/session.server'
import { localizedPath } from '~/i18n/addresses'

/** Signing out changes something, so a link cannot do it: whoever opens this is sent to the desk's button. */
export function loader(_: LoaderFunctionArgs) {
  return redirect('/dashboard', 303)
}

/** Ends the session here and in the browser's cache, and leads to the start page in the form's language. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData().catch(() => new FormData())
  const language = form.get('language')
  return redirect(localizedPath('/', isLanguage(language) ? language : 'en'), {
    status: 303,
    headers: {
      'Set-Cookie': await endSession(context, request),
      'Clear-Site-Data': '"cache"',
    },
  })
}
