import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { FormProblem, useProblemFocus, useSentence } from '~/components/forms/form-problem'
import type { PageHandle } from '~/components/site/page'
import { requireCurrentUser, requireDesk, requireSession } from '~/http/sessions/access.server'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { SectionNav } from './nav'
import { Section } from './section'
import { sectionOf } from './sections'
import { readSection, sections } from './sections.server'

export const handle: PageHandle = {
  page: 'settings:page',
  i18n: ['settings'],
  sheet: 'dashboard',
  ships: 'app',
}

/** For a refusal's Retry-After. */
export const headers: HeadersFunction = ({ parentHeaders, actionHeaders }) =>
  new Headers([...parentHeaders, ...actionHeaders])

export async function loader({ context }: LoaderFunctionArgs) {
  const { session, desk } = await requireDesk(context)
  const url = context.url
  const asked = sectionOf(url.searchParams)
  const shown = await readSection(asked ?? 'general', { context, session, desk })
  return { shown, chosen: asked !== undefined }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const url = context.url
  const name = sectionOf(url.searchParams) ?? 'general'
  const require = name === 'password' ? requireCurrentUser : requireSession
  const session = await require(context)
  const language = context.language
  const done = await sections[name].submit({ request, context, session, language })
  if (done instanceof Response) return done
  return data(done.said, { status: done.status, headers: done.headers })
}

/** A phone shows either the list or one section. */
export default function Settings() {
  const { t } = useTranslation()
  const { shown, chosen } = useLoaderData<typeof loader>()
  const said = useActionData<typeof action>()
  const unknown = useSentence(said?.answer.errors.intent)
  useProblemFocus(said?.answer)
  return (
    <div className={chosen || said ? 'settings one' : 'settings'}>
      <div className="settings-list">
        <h1>{t('settings:heading')}</h1>
        <SectionNav shown={shown.section} />
      </div>
      <div className="rooms">
        <AppLink className="back" to="/dashboard/settings">
          ← {t('settings:all')}
        </AppLink>
        <FormProblem text={unknown} />
        <Section shown={shown} said={said} />
      </div>
    </div>
  )
}
