import { type ComponentType, Fragment, lazy, type ReactNode, Suspense, useState } from 'react'
import { TypedBefore } from '~/components/forms/typed-before'
import { useHeadingFocus } from '~/components/site/arrival'
import { hydrateAfter, useIsFirstPage } from '~/components/site/first-page'
import { General } from './general'
import type { Pages, Shown } from './sections.server'

const account = () => import('./account/account')
const hours = () => import('./hours/hours')

type Load<Page> = () => Promise<{ default: (props: { page: Page }) => ReactNode }>

/** All but the first are lazy, with their words. */
const lazyParts: { [Name in Exclude<keyof Pages, 'general'>]: Load<Pages[Name]> } = {
  hours: async () => ({ default: (await hours()).Hours }),
  exceptions: async () => ({ default: (await hours()).Exceptions }),
  away: async () => ({ default: (await hours()).Away }),
  replies: async () => ({ default: (await import('./replies/replies')).Replies }),
  notifications: async () => ({
    default: (await import('./notifications/notifications')).Notifications,
  }),
  mail: async () => ({ default: (await import('./mail/mail')).MailIn }),
  people: async () => ({ default: (await import('./people/people')).People }),
  log: async () => ({ default: (await import('./log/log')).Log }),
  leave: async () => ({ default: (await import('./people/leave')).Leave }),
  privacy: async () => ({ default: (await import('./privacy/privacy')).Privacy }),
  plan: async () => ({ default: (await import('./plan/plan')).Plan }),
  password: async () => ({ default: (await account()).Password }),
  devices: async () => ({ default: (await account()).Devices }),
  export: async () => ({ default: (await account()).DataExport }),
  delete: async () => ({ default: (await account()).Deletion }),
}

const components: Record<string, ComponentType<{ page: never }>> = { general: General }
for (const [name, load] of Object.entries<Load<never>>(lazyParts)) components[name] = lazy(load)

if (!import.meta.env.SSR) {
  hydrateAfter(async () => {
    const shown = document.querySelector<HTMLElement>('[data-section]')?.dataset.section
    const load = lazyParts[shown as keyof typeof lazyParts]
    if (shown && load) components[shown] = (await load()).default
  })
}

/** Focuses the section's heading once its lazy part is there. */
function HeadingFocus() {
  useHeadingFocus(useIsFirstPage())
  return null
}

/**
 * Without a Suspense boundary on the first page: what is in one hydrates after the page, and until then React
 * renders it again at any step of the router, also to a part of the page, and the focus there is lost.
 */
export function Section({ shown: { section, page } }: { shown: Shown }) {
  const Chosen = components[section] as ComponentType<{ page: Shown['page'] }>
  const [first] = useState(useIsFirstPage() ? section : undefined)
  const Boundary = section === first ? Fragment : Suspense
  return (
    <Boundary key={section}>
      <TypedBefore>
        <Chosen page={page} />
        <HeadingFocus />
      </TypedBefore>
    </Boundary>
  )
}
