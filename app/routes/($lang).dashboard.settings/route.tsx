import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useLateCaptcha } from '~/components/forms/captcha'
import { FormProblem, useProblemFocus } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { draftId, type PageHandle, titleWithin } from '~/components/site/page'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { formAction } from '~/http/forms/form-action.server'
import {
  hasPlans,
  requireAccount,
  requireCurrentUser,
  runsShop,
} from '~/http/sessions/access.server'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Section } from './section'
import {
  isOfAccount,
  isOfManagers,
  type SectionName,
  sectionAddress,
  sectionNames,
  sectionOf,
} from './sections'
import { formsOf, readSection, requireFor, type Shown } from './sections.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'

export const handle: PageHandle = {
  page: 'settings:page',
  i18n: ['settings'],
  stylesheet: 'desk',
  scripts: 'react',
  details: (page, t, manages) => {
    const { shown, chosen } = (page as SettingsPage | undefined) ?? {}
    if (!shown) return {}
    const about = chosen
      ? titleWithin(t, 'settings:page', t(`settings:sections.${shown.section}`))
      : undefined
    const draftIntent = intentIn(shown, manages)
    return { about, draftForm: draftIntent && draftId, draftIntent }
  },
}

/** What saves the form of a section, if that has one with more than a password. */
function intentIn(shown: Shown, manages = false): string | undefined {
  if (shown.section === 'mail' && !shown.page.own) return undefined
  if (shown.section === 'people' && (!shown.page.verified || shown.page.leaving)) return undefined
  if (shown.section === 'general' && !manages) return 'save-language'
  if (shown.section === 'replies' && shown.page.changing) return 'change-reply'
  return intents[shown.section]
}

const intents: Partial<Record<SectionName, string>> = {
  general: 'rename-desk',
  hours: 'save-hours',
  exceptions: 'save-exceptions',
  away: 'save-away',
  replies: 'add-reply',
  notifications: 'save-notifications',
  mail: 'save-mail-alias',
  people: 'invite',
  privacy: 'save-privacy-link',
}

interface SettingsPage {
  shown: Shown
  chosen: boolean
  /** Sections that are not for everybody. */
  hidden: SectionName[]
}

export async function loader({ context }: LoaderFunctionArgs): Promise<SettingsPage> {
  const asked = sectionOf(context.url.searchParams)
  const hidden = await hiddenIn(context)
  const { desk, member } = await requireAccount(context)
  const shown = await readSection(await sectionIn(context), context)
  if (!desk) {
    const ofDesk = sectionNames.filter((name) => !isOfAccount(name))
    return { shown, chosen: asked !== undefined, hidden: ofDesk }
  }
  const closed = member?.kind === 'manager' ? [] : sectionNames.filter(isOfManagers)
  const others = (await context.services.members.list(desk.id)).length > 1
  const leave: SectionName[] = others ? [] : ['leave']
  return { shown, chosen: asked !== undefined, hidden: [...hidden, ...closed, ...leave] }
}

export const action = formAction(
  async (context) => {
    if (sectionOf(context.url.searchParams) === 'password') return requireCurrentUser(context)
    return requireFor(await sectionIn(context), context)
  },
  async (_, context) => {
    const forms = await formsOf(await sectionIn(context), context)
    return { ...forms, ...atDeskForms }
  },
)

async function sectionIn(context: AppLoadContext): Promise<SectionName> {
  const asked = sectionOf(context.url.searchParams)
  if (!asked) return (await requireAccount(context)).desk ? 'general' : 'password'
  return (await hiddenIn(context)).includes(asked) ? 'general' : asked
}

/** Not everybody has plans or an address for e-mails: a mailbox is the site's desk's. */
async function hiddenIn(context: AppLoadContext): Promise<SectionName[]> {
  const plan: SectionName[] = (await hasPlans(context)) ? [] : ['plan']
  const { mailIn } = context.config
  const hasAddress = mailIn?.domain !== undefined || (mailIn && (await runsShop(context)))
  return hasAddress ? plan : [...plan, 'mail']
}

/** A phone shows either the list or one section. */
export default function Settings() {
  const { t } = useTranslation()
  const { shown, chosen, hidden } = useLoaderData<typeof loader>()
  const answer = useForm()
  useProblemFocus(answer)
  useLateCaptcha(answer)
  return (
    <div className={chosen || answer ? 'settings one' : 'settings'}>
      <div className="settings-list">
        <h1>{t('settings:heading')}</h1>
        <SectionNav shown={shown.section} hidden={hidden} />
      </div>
      <div className="rooms" data-section={shown.section}>
        <AppLink className="back" to="/dashboard/settings">
          ← {t('settings:all')}
        </AppLink>
        <FormProblem
          answer={answer}
          except={['change-password', 'send-reset-mail']}
          fields={shown.section === 'hours'}
        />
        <Section shown={shown} />
      </div>
    </div>
  )
}

function SectionNav({ shown, hidden }: { shown: SectionName; hidden: SectionName[] }) {
  const { t } = useTranslation()
  const names = sectionNames.filter((name) => !hidden.includes(name))
  return (
    <nav className="sections" aria-label={t('settings:heading')}>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <AppLink to={sectionAddress(name)} aria-current={name === shown ? 'page' : undefined}>
              {t(`settings:sections.${name}`)}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
