import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { FormProblem, useProblemFocus, useSentence } from '~/components/forms/form-problem'
import type { PageHandle } from '~/components/site/page'
import { readFields, readForm } from '~/http/forms/forms.server'
import { requireDesk } from '~/http/sessions/access.server'
import { useTranslation } from '~/i18n/translation'
import { act, withLine } from './deeds.server'
import { readEmbedPage } from './embed-page.server'
import { embedForms } from './forms.server'
import { Key } from './key'
import { Look } from './look'
import { Sites } from './sites'
import { Snippet } from './snippet'
import { Texts } from './texts'

export const handle: PageHandle = {
  page: 'embed:page',
  i18n: ['embed'],
  sheet: 'dashboard',
  ships: 'app',
}

export const headers: HeadersFunction = ({ parentHeaders, actionHeaders }) =>
  new Headers([...parentHeaders, ...actionHeaders])

export async function loader({ context }: LoaderFunctionArgs) {
  const { desk } = await requireDesk(context)
  return readEmbedPage(desk, context)
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { desk } = await requireDesk(context)
  const form = readFields(await readForm(request), embedForms)
  if (form.kind === 'switch-language') return data({ intent: '', answer: form.answer })
  const { intent } = form
  if (form.kind === 'invalid') {
    return data({ intent, answer: withLine(form.answer) }, { status: 400 })
  }
  const language = context.language
  const done = await act({ context, desk, language }, form.value)
  if (done instanceof Response) return done
  return data({ intent, answer: { ...done.answer, typed: form.typed } }, { status: done.status })
}

/** How the desk comes onto the owner's own site. */
export default function EmbedRoom() {
  const { t } = useTranslation()
  const page = useLoaderData<typeof loader>()
  const said = useActionData<typeof action>()
  const answerTo = (intent: string) => (said?.intent === intent ? said.answer : undefined)
  const unknown = useSentence(said?.answer.errors.intent)
  useProblemFocus(said?.answer)
  return (
    <div className="rooms embed">
      <h1>{t('embed:heading')}</h1>
      <FormProblem text={unknown} />
      <Snippet page={page} />
      <Sites page={page} answer={answerTo('save-sites')} />
      <Look page={page} answer={answerTo('save-look')} />
      <Texts page={page} answer={answerTo('save-texts')} />
      <Key page={page} />
    </div>
  )
}
