import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, type ShouldRevalidateFunction, useLoaderData, useLocation } from '@remix-run/react'
import type { WordsHandle } from '~/components/site/page'
import { staysInRoom } from '~/components/site/press'
import { type SectionName, sectionAddress, sectionNames } from '~/domain/desks/sections'
import { hiddenSections } from '~/http/desks/sections.server'
import { barePath } from '~/i18n/addresses'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

export { pageHeaders as headers } from '~/http/responses/page-headers'

export const handle: WordsHandle = { i18n: ['settings'] }

export async function loader({ context }: LoaderFunctionArgs) {
  return { hidden: await hiddenSections(context) }
}

export const shouldRevalidate: ShouldRevalidateFunction = (asked) =>
  asked.defaultShouldRevalidate && !staysInRoom(asked)

/** A phone shows either the list or one section. */
export default function Settings() {
  const { t } = useTranslation()
  const { hidden } = useLoaderData<typeof loader>()
  const path = barePath(useLocation().pathname)
  const shown = sectionNames.find((name) => path === sectionAddress(name))
  return (
    <div className={shown ? 'settings one' : 'settings'}>
      <div className="settings-list">
        <h1>{t('settings:heading')}</h1>
        <SectionNav shown={shown ?? 'general'} hidden={hidden} />
      </div>
      <div className="rooms">
        <AppLink className="back" to="/dashboard/settings">
          ← {t('settings:all')}
        </AppLink>
        <Outlet />
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
