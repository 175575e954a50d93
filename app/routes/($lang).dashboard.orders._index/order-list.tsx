import { Form, useNavigation } from '@remix-run/react'
import { Fragment } from 'react'
import { DeskField, useManages } from '~/components/forms/desk-form'
import { Options } from '~/components/forms/field'
import { FindButton } from '~/components/site/find-button'
import { orderListNames } from '~/domain/shop/order-lists'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ordersAddress } from '../($lang).dashboard.orders/address'
import type { OrdersPage } from './loader.server'

export function OrderList({ page }: { page: OrdersPage }) {
  const { t } = useTranslation()
  const busy = useNavigation().state === 'loading'
  const { query, counts, lines, next } = page
  return (
    <section className="list" aria-label={t('orders:list')} aria-busy={busy || undefined}>
      <h1>{t('orders:heading')}</h1>
      <Search page={page} />
      <nav className="states" aria-label={t('orders:lists')}>
        {orderListNames.map((list) => (
          <Fragment key={list}>
            <AppLink
              to={ordersAddress({ list, q: '' })}
              aria-current={!query.q && list === query.list ? 'page' : undefined}
            >
              {t(`orders:listNames.${list}`)}
              {list !== 'all' && <small> {counts[list]}</small>}
            </AppLink>{' '}
          </Fragment>
        ))}
      </nav>
      {lines.length === 0 ? (
        <p className="quiet">
          {query.q ? t('orders:nothingFound') : t(`orders:empty.${query.list}`)}{' '}
          {!query.q && query.list === 'to-send' && counts['to-pay'] > 0 && (
            <AppLink className="onward" to={ordersAddress({ list: 'to-pay', q: '' })}>
              {t('orders:unpaid', { count: counts['to-pay'] })}
            </AppLink>
          )}
        </p>
      ) : (
        <Lines page={page} />
      )}
      {next && (
        <p>
          <AppLink to={ordersAddress(query, { after: next })}>{t('orders:more')}</AppLink>
        </p>
      )}
      <BookkeepersFile page={page} />
    </section>
  )
}

function Search({ page: { query, byBeginning } }: { page: OrdersPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    // A new address resets the field.
    <Form
      className="search"
      role="search"
      method="get"
      action={localizedPath('/dashboard/orders', language)}
      key={query.q}
    >
      <DeskField />
      <label htmlFor="q">{t('orders:search')}</label>
      <div className="row">
        <input
          id="q"
          name="q"
          type="search"
          placeholder={t('orders:search')}
          defaultValue={query.q}
          maxLength={200}
          enterKeyHint="search"
          aria-describedby="q-hint"
        />
        <FindButton>{t('orders:find')}</FindButton>
      </div>
      <span className={query.q ? 'quiet' : 'visually-hidden'} id="q-hint">
        {t('orders:searchHint')}
      </span>
      {byBeginning && <p className="quiet">{t('orders:beginnings')}</p>}
      {query.q && <AppLink to="/dashboard/orders">{t('orders:clear')}</AppLink>}
    </Form>
  )
}

function Lines({ page: { query, lines, order } }: { page: OrdersPage }) {
  const { t } = useTranslation()
  return (
    <ul className="ledger">
      {lines.map(({ number, name, state, total, since, waitsLong, justNow, standings }) => (
        <li key={number}>
          <AppLink
            to={ordersAddress(query, { order: number })}
            aria-current={number === order?.number || undefined}
          >
            <span className="who">
              {number} · {name}
            </span>{' '}
            <span className="since">{total}</span>{' '}
            <span className="latest">
              {justNow ? (
                t(state === 'paid' ? 'orders:paidJustNow' : 'orders:confirmedJustNow')
              ) : (
                <span className={waitsLong ? 'since long' : undefined}>{since}</span>
              )}
              {standings.map(
                (each) =>
                  !(justNow && each === state) && (
                    <Fragment key={each}>
                      {' '}
                      ·{' '}
                      <span
                        className={
                          each === 'refund-due' || each === 'withdrawn' ? 'since long' : undefined
                        }
                      >
                        {t(`orders:states.${each}`)}
                      </span>
                    </Fragment>
                  ),
              )}
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

function BookkeepersFile({ page: { periods } }: { page: OrdersPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (!useManages()) return null
  return (
    <form
      className="bookkeeper"
      method="get"
      action={localizedPath('/dashboard/orders/csv', language)}
    >
      <DeskField />
      <label htmlFor="period">{t('orders:bookkeeper')}</label>
      <div className="row">
        {/* The last month that is complete, if there is one. */}
        <select
          id="period"
          name="period"
          defaultValue={(periods[1]?.key.includes('-') ? periods[1] : periods[0])?.key}
        >
          <Options options={periods.map(({ key, name }) => [key, name])} />
        </select>
        <button className="button second">{t('orders:download')}</button>
      </div>
    </form>
  )
}
