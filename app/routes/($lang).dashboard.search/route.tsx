import { Form, useLoaderData } from '@remix-run/react'
import { DeskField } from '~/components/forms/desk-form'
import { FoundWords } from '~/components/shop/found-words'
import { useAnnounced } from '~/components/site/announcer'
import type { PageHandle } from '~/components/site/page'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { loader } from './loader.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'search:page',
  i18n: ['search'],
  stylesheet: 'desk',
  scripts: 'react',
}

/** Everything at the desk by one field; `components/desks/palette.tsx` shows the same over any page. */
export default function SearchRoom() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { q, label, count, groups } = useLoaderData<typeof loader>()
  useAnnounced(q ? count : undefined, q)
  return (
    <div className="rooms stack goto">
      <h1>{t('search:heading')}</h1>
      <Form
        className="field"
        role="search"
        method="get"
        action={localizedPath('/dashboard/search', language)}
        key={q}
      >
        <DeskField />
        <label htmlFor="q">{label}</label>
        <div className="row">
          <input id="q" name="q" type="search" defaultValue={q} maxLength={200} />
          <button className="button second">{t('search:submit')}</button>
        </div>
      </Form>
      {q && <p className="quiet">{count}</p>}
      {groups.map(({ heading, hits }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <ul>
            {hits.map(({ to, text, detail, language: spoken, found, since, deeds }) => (
              <li key={to}>
                <AppLink to={to}>{text}</AppLink>{' '}
                {detail && (
                  <span className="quiet" lang={spoken}>
                    {found ? <FoundWords parts={found} /> : detail}
                  </span>
                )}
                {since && <span className="quiet"> · {since}</span>}
                {deeds && (
                  <ul className="deeds">
                    {deeds.map((deed) => (
                      <li key={deed.text}>
                        {/* The browser itself opens the fold that it leads into. */}
                        <AppLink to={deed.to} reloadDocument>
                          {deed.text}
                        </AppLink>{' '}
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
