import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { FormProblem, useProblemFocus, useSentence } from '~/components/forms/form-problem'
import type { PageHandle } from '~/components/site/page'
import { readFields, readForm, type Submitted } from '~/http/forms/forms.server'
import { isMultipart } from '~/http/forms/multipart.server'
import { requireSession } from '~/http/sessions/access.server'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { type Asking, act } from './deeds.server'
import { EmailAddress } from './email-address'
import { Name } from './name'
import { Photo } from './photo'
import { discardPhoto, readPhotoForm } from './photo-form.server'
import { type ProfileForm, profileForm, readProfilePage } from './profile-page.server'
import { AccountRecord } from './record'
import { SignInMethods } from './sign-in-methods'

export const handle: PageHandle = {
  page: 'profile:page',
  i18n: ['profile', 'auth'],
  sheet: 'dashboard',
  ships: 'app',
  draftForm: () => 'save-name',
}

/** For a refusal's Retry-After. */
export const headers: HeadersFunction = ({ parentHeaders, actionHeaders }) =>
  new Headers([...parentHeaders, ...actionHeaders])

export async function loader({ context }: LoaderFunctionArgs) {
  const session = await requireSession(context)
  return readProfilePage(session, context)
}

export async function action({ request, context }: ActionFunctionArgs) {
  const session = await requireSession(context)
  const language = context.language
  const asking = { context, session, language }
  if (!isMultipart(request)) return answer(asking, readFields(await readForm(request), profileForm))
  const { files } = context.services
  const { form, photo } = await readPhotoForm(request, context.services)
  try {
    return await answer({ ...asking, photo }, readFields(form, profileForm))
  } finally {
    await discardPhoto(photo, files)
  }
}

async function answer(asking: Asking, form: Submitted<ProfileForm>) {
  if (form.kind === 'switch-language') return data({ intent: 'save-name', answer: form.answer })
  const { intent } = form
  if (form.kind === 'invalid') return data({ intent, answer: form.answer }, { status: 400 })
  const done = await act(asking, form.value)
  if (done instanceof Response) return done
  const { status, headers } = done
  return data({ intent, answer: { ...done.answer, typed: form.typed } }, { status, headers })
}

export default function Profile() {
  const { t } = useTranslation()
  const page = useLoaderData<typeof loader>()
  const said = useActionData<typeof action>()
  const answerTo = (intent: string) => (said?.intent === intent ? said.answer : undefined)
  const unknown = useSentence(said?.answer.errors.intent)
  useProblemFocus(said?.answer)
  return (
    <div className="rooms">
      <div className="portrait">
        {page.photo && (
          <img
            src={page.photo}
            alt={t('profile:photo')}
            width="96"
            height="96"
            referrerPolicy="no-referrer"
          />
        )}
        <div>
          <h1>{t('profile:heading')}</h1>
          <p className="quiet">{t('profile:photoHint')}</p>
        </div>
      </div>
      <FormProblem text={unknown} />
      <Photo page={page} answer={answerTo('save-photo')} />
      <Name page={page} answer={answerTo('save-name')} />
      <EmailAddress page={page} answer={answerTo('change-email')} />
      <SignInMethods page={page} answer={answerTo('unlink')} />
      <AccountRecord page={page} />
      <p>
        <LocalizedLink to="/test">{t('profile:testLine')}</LocalizedLink>
      </p>
    </div>
  )
}
