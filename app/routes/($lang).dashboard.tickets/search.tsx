import { Form } from '@remix-run/react'
import { DeskField } from '~/components/forms/desk-form'
import { FindButton } from '~/components/site/find-button'
import { priorities, ticketOrders } from '~/domain/tickets/filters'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ownListIn } from './address'
import type { TicketsPage } from './loader.server'
import { ToolSummary } from './ticket/tool'

export function Search({ page }: { page: TicketsPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { query, tags, whoseChoices, whoseLabel } = page
  const narrowed = Boolean(query.q || query.tag || query.priority)
  const { tag, priority, order, assignee } = query
  const whose = ownListIn(query) ? '' : (query.whose ?? assignee ?? '')
  const member = whoseChoices?.find(([value]) => value === assignee)?.[1]
  const filters = [
    tag && `${t('tickets:search.tag')}: ${tag}`,
    priority && t(`ledger:priorityIs.${priority}`),
    member && `${whoseLabel}: ${member}`,
    order !== 'waiting' && t(`tickets:orders.${order}`),
  ].filter(Boolean)
  return (
    // A new address resets the fields.
    <Form
      className="search filtered"
      role="search"
      method="get"
      action={localizedPath('/dashboard/tickets', language)}
      key={[query.q, tag, priority, order, whose].join('\n')}
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
          <label>
            {t('tickets:search.tag')}
            <select name="tag" defaultValue={query.tag}>
              <option value="">{t('tickets:search.anyTag')}</option>
              {tags.map(({ tag, tickets }) => (
                <option key={tag} value={tag}>
                  {`${tag} (${tickets})`}
                </option>
              ))}
            </select>
          </label>{' '}
          <label>
            {t('tickets:priority')}
            <select name="priority" defaultValue={query.priority ?? ''}>
              <option value="">{t('tickets:search.anyPriority')}</option>
              {[...priorities].reverse().map((each) => (
                <option key={each} value={each}>
                  {t(`tickets:priorities.${each}`)}
                </option>
              ))}
            </select>
          </label>{' '}
          {whoseChoices && (
            <>
              <label>
                {whoseLabel}
                <select name="whose" defaultValue={whose}>
                  {whoseChoices.map(([value, name]) => (
                    <option key={value} value={value}>
                      {name}
                    </option>
                  ))}
                </select>
              </label>{' '}
            </>
          )}
          <label>
            {t('tickets:search.order')}
            <select name="order" defaultValue={query.order}>
              {ticketOrders.map((each) => (
                <option key={each} value={each}>
                  {t(`tickets:orders.${each}`)}
                </option>
              ))}
            </select>
          </label>{' '}
          <button className="button second">{t('tickets:search.apply')}</button>
        </div>
      </details>
      {filters.length > 0 && <p className="quiet">{filters.join(' · ')}</p>}
      {(narrowed || member) && (
        <AppLink to="/dashboard/tickets">{t('tickets:search.clear')}</AppLink>
      )}
    </Form>
  )
}
