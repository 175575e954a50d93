import { Fragment } from 'react'
import { FormProblem } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { AddressLines } from '~/components/shop/address-lines'
import { OrderTable } from '~/components/shop/order-table'
import { AddressText } from '~/components/site/address-text'
import { BackLink } from '~/components/site/back-link'
import { localizedPath } from '~/i18n/addresses'
import { countryName } from '~/i18n/countries'
import { useAtDesk } from '~/i18n/desk-address'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ordersAddress, type PrintKind } from '../($lang).dashboard.orders/address'
import { Cancel, Refund } from './ending'
import { History, Mails } from './history'
import type { OrdersPage } from './loader.server'
import { NextStep, StepBar } from './next-step'
import type { ShownOrder } from './order.server'

export function Order({ page, order }: { page: OrdersPage; order: ShownOrder }) {
  const { t } = useTranslation()
  const answer = useForm()
  const { number, name, standings, can } = order
  return (
    <section className="ticket sale" aria-label={t('orders:one', { number })}>
      <header className="ticket-head">
        <BackLink to={ordersAddress(page.query)} text={t('orders:back')} />
        <div>
          <h2>
            {number} · {name}
          </h2>
          <p className="quiet">
            {t('orders:orderedOn', { day: order.orderedOn })}
            {standings.map((each) => (
              <Fragment key={each}>
                {' '}
                <span className="tag">{t(`orders:states.${each}`)}</span>
              </Fragment>
            ))}
          </p>
        </div>
      </header>
      <FormProblem answer={answer} />
      <div className="sides">
        <Receipt page={page} order={order} />
        <div className="work">
          <NextStep page={page} order={order} />
          <Customer order={order} />
          <History page={page} order={order} />
          <Mails order={order} />
          {(can.refund || can.cancel) && !standings.includes('withdrawn') && (
            <section className="ending" aria-labelledby="ending">
              <h3 id="ending">{t('orders:rare')}</h3>
              {can.refund && <Refund page={page} order={order} />}
              {can.cancel && <Cancel page={page} order={order} />}
            </section>
          )}
        </div>
      </div>
      <StepBar order={order} />
    </section>
  )
}

function Receipt({ page, order }: { page: OrdersPage; order: ShownOrder }) {
  const { t } = useTranslation()
  const { number, bill, refunds, packing, invoiceName: name } = order
  const language = useLanguage()
  const atDesk = useAtDesk()
  const from = language === order.language ? undefined : language
  // In the customer's language, for whom it is printed.
  const sheet = (print: PrintKind) =>
    atDesk(localizedPath(ordersAddress(page.query, { order: number, print, from }), order.language))
  return (
    <section className="receipt-paper" aria-labelledby="receipt">
      <h3 id="receipt">{t('orders:receipt', { number })}</h3>
      <OrderTable bill={bill} />
      {refunds.map(({ key, rows }) => (
        <div className="refunded" key={key}>
          <h4>{t('orders:refunded')}</h4>
          <OrderTable rows={rows} />
        </div>
      ))}
      {(packing.length > 0 || name) && (
        <p className="prints">
          {packing.length > 0 && (
            <a href={sheet('packing-slip')} hrefLang={order.language}>
              {t('orders:packingSlip')}
            </a>
          )}{' '}
          {name && (
            <a href={sheet('invoice')} hrefLang={order.language}>
              {t('orders:invoice', { name })}
            </a>
          )}
        </p>
      )}
    </section>
  )
}

function Customer({ order }: { order: ShownOrder }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { number, name, email, address, billing, vatId, note, handover, when } = order
  return (
    <section aria-labelledby="customer">
      <h3 id="customer">{t('orders:customer')}</h3>
      <address>
        {address?.company && (
          <>
            {address.company}
            <br />
          </>
        )}
        {name !== email && (
          <>
            {name}
            <br />
          </>
        )}
        {address && (
          <>
            {address.street}
            <br />
            {address.line2 && (
              <>
                {address.line2}
                <br />
              </>
            )}
            {address.postcode} {address.city}
            <br />
            {countryName(address.country, language)}
            <br />
          </>
        )}
        <a href={`mailto:${email}`}>
          <AddressText text={email} />
        </a>
      </address>
      <p>
        <AppLink to={`/dashboard/tickets/new?order=${number}`}>
          {t('orders:writeToCustomer')}
        </AppLink>
      </p>
      {handover === 'pickup' && <p>{t('orders:picksUp', { when })}</p>}
      {(billing || vatId) && (
        <>
          <h4>{t('orders:invoiceTo')}</h4>
          {billing && <AddressLines address={billing} />}
          {vatId && <p>{t('order:vatId', { id: vatId })}</p>}
        </>
      )}
      {note && (
        <>
          <h4>{t('orders:note')}</h4>
          <p className="from-customer">{note}</p>
        </>
      )}
      <p className="quiet">
        {t(`orders:writes.${order.language}`)} · {t(`orders:payment.${order.payment}`)}
      </p>
    </section>
  )
}
