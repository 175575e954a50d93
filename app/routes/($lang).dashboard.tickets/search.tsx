import { Form } from '@remix-run/react'
import { DeskField } from '~/components/forms/desk-form'
import { FindButton } from '~/components/site/find-button'
import { ToolSummary } from '~/components/tickets/tool'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { isNarrowed } from './address'
import type { TicketsPage } from './loader.server'

export function Search({ page }: { page: TicketsPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { query, filterChoices, narrowedTo } = page
  const narrowed = isNarrowed(query)
  return (
    // A new address resets the fields.
    <Form
      className="search filtered"
      role="search"
      method="get"
      action={localizedPath('/dashboard/tickets', language)}
      key={[query.q, ...filterChoices.map(({ chosen }) => chosen)].join('\n')}
    >
      <DeskField />
      <label htmlFor="q">{t('tickets:search.label')}</label>
      <div className="row">
        <input
          id="q"
          name="q"
          type="search"
          placeholder={t('tickets:search.label')}
          defaultValue={query.q}
          maxLength={200}
          enterKeyHint="search"
        />
        <FindButton>{t('tickets:search.submit')}</FindButton>
      </div>
      {page.byBeginning && <p className="quiet">{page.byBeginning}</p>}
      <details className="over">
        <ToolSummary tool="filter">{t('tickets:search.refine')}</ToolSummary>
        <div className="refine">
          {!narrowed && query.state !== 'open' && (
            <input type="hidden" name="state" value={query.state} />
          )}
          {filterChoices.map(({ name, label, chosen, options }) => (
            <label key={name}>
              {label}
              <select name={name} defaultValue={chosen}>
                {options.map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </select>{' '}
            </label>
          ))}
          <button className="button second">{t('tickets:search.apply')}</button>
        </div>
      </details>
      {(narrowed || narrowedTo) && (
        <p className="narrowed quiet">
          {narrowedTo}{' '}
          {(narrowed || query.assignee) && (
            <AppLink to="/dashboard/tickets">{t('tickets:search.clear')}</AppLink>
          )}
        </p>
      )}
    </Form>
  )
}
