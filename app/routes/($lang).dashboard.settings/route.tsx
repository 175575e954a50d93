import 'virtual:room-words/settings'
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { FormProblem, useProblemFocus, useSentence } from '~/components/form-problem'
import type { PageHandle } from '~/components/page'
import { requireCurrentUser, requireDesk, requireSession } from '~/http/access.server'
import { readForm } from '~/http/forms.server'
import { languageOfPath } from '~/i18n/addresses'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { act } from './deeds.server'
import { Deletion } from './deletion'
import { Devices } from './devices'
import { Language } from './language'
import { Password } from './password'
import { repliesAddress } from './replies/address'
import { Replies } from './replies/replies'
import { readSettingsPage, settingsForm } from './settings-page.server'
import { TakeOut } from './take-out'

export const handle: PageHandle = { page: 'settings', sheet: 'dashboard', ships: 'app' }

/** A refusal may say when to come again. */
export const headers: HeadersFunction = ({ parentHeaders, actionHeaders }) =>
  new Headers([...parentHeaders, ...actionHeaders])

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { session, desk } = await requireDesk(context, request)
  return readSettingsPage(session, desk, new URL(request.url), context)
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, settingsForm)
  if (form.kind !== 'switch-language' && form.intent === 'change-password') {
    await requireCurrentUser(context, request)
  }
  const session = await requireSession(context, request)
  if (form.kind === 'switch-language') return data({ intent: '', answer: form.answer })
  const { intent } = form
  if (form.kind === 'invalid') return data({ intent, answer: form.answer }, { status: 400 })
  const language = languageOfPath(new URL(request.url).pathname)
  const done = await act({ context, request, session, language }, form.value)
  if (done instanceof Response) return done
  const { status, headers } = done
  return data({ intent, answer: { ...done.answer, typed: form.typed } }, { status, headers })
}

export default function Settings() {
  const { t } = useTranslation()
  const page = useLoaderData<typeof loader>()
  const said = useActionData<typeof action>()
  const answerTo = (...intents: string[]) =>
    said && intents.includes(said.intent) ? said.answer : undefined
  const unknown = useSentence(said?.answer.errors.intent)
  useProblemFocus(said?.answer)
  return (
    <div className="rooms">
      <h1>{t('settings.heading')}</h1>
      <FormProblem text={unknown} />
      {page.replies ? (
        <>
          <p>
            <AppLink to="/dashboard/settings">← {t('settings.replies.back')}</AppLink>
          </p>
          <Replies
            page={page.replies}
            answer={answerTo('add-reply', 'change-reply', 'remove-reply')}
          />
        </>
      ) : (
        <>
          <Language page={page} answer={answerTo('save-language')} />
          <section id="replies" aria-labelledby="replies-heading">
            <h2 id="replies-heading">{t('settings.replies.heading')}</h2>
            <p>{t('settings.replies.lead')}</p>
            <p>
              <AppLink to={repliesAddress()}>{t('settings.replies.open')}</AppLink>
            </p>
          </section>
          <Password page={page} answer={answerTo('change-password', 'send-reset-mail')} />
          <Devices page={page} />
          <TakeOut page={page} answer={answerTo('export')} />
          <Deletion page={page} answer={answerTo('delete')} />
        </>
      )}
    </div>
  )
}
