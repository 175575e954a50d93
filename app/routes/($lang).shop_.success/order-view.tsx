import { FormProblem } from '~/components/forms/form-problem'
import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { AddressLines } from '~/components/shop/address-lines'
import { Invoice } from '~/components/shop/invoice'
import { OrderTable } from '~/components/shop/order-table'
import { AddressText } from '~/components/site/address-text'
import { PrintButton } from '~/components/site/print-button'
import { useSendsNoLetters } from '~/components/site/session'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Mailbox } from './mailbox'
import type { GivenBack, OrderShown } from './order-page.server'
import { TransferSlip } from './transfer-slip'

export function OrderView({ page }: { page: OrderShown }) {
  const { t } = useTranslation()
  const sendsNoLetters = useSendsNoLetters()
  const { number, state, unpaid, transfer, links, address, pickup, reservation, onPickup } = page
  const waiting = state === 'created' || state === 'awaiting-payment'
  const awaited = onPickup || page.confirm ? 'confirm' : transfer ? 'transfer' : 'unpaid'
  const headed = page.withdrawnOn ? 'withdrawn' : waiting ? awaited : state
  const pickupState = pickup && !onPickup ? picked[headed] : undefined
  const isReady = headed === 'ready' || pickupState === 'ready'
  const isSent = headed === 'fulfilled' && page.handover === 'shipping'
  const trackingUrl = page.shipment?.trackingUrl
  const isUncollected = onPickup && headed === 'expired'
  const explained = page.confirm ? 'press' : isUncollected ? 'uncollected' : headed
  const back = state === 'refunded' ? backOf(page) : undefined
  // Its goods are kept only once the customer has pressed the button in our e-mail.
  const unproven =
    reservation && !onPickup && (transfer || !page.payable) ? reservation.kind : undefined
  const cannotConfirm = sendsNoLetters && reservation && (unproven || onPickup)
  const place = pickup && (
    <section aria-labelledby="pickup">
      <h2 id="pickup">{t('order:pickupAt')}</h2>
      <AddressLines address={pickup.place} />
      {pickup.when.split('\n').map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  )
  const stands = t(
    pickupState
      ? `order:pickups.${pickupState}.text`
      : back
        ? `order:backBy.${back.how}.text`
        : sendsNoLetters && explained === 'withdrawn'
          ? 'order:unmailed.withdrawn'
          : `order:text.${isSent ? 'sent' : explained}`,
    { until: page.payableUntil, email: page.email, day: page.withdrawnOn ?? back?.day },
  )
  const letter = pickupState === 'transfer' ? 'ready' : letters[headed]
  const promise = letter && !sendsNoLetters && t(`order:byMail.${letter}`, { email: page.email })
  const explanation = <AddressText text={promise ? `${stands} ${promise}` : stands} />
  const slip = transfer && (
    <TransferSlip {...transfer} heading={t(unproven ? 'order:transferThen' : 'order:transfer')}>
      {unproven && (
        <p className="quiet">{cannotConfirm ? t('order:unmailed.transfer') : explanation}</p>
      )}
    </TransferSlip>
  )
  return (
    <article className="order sides">
      <div>
        <FormProblem answer={useForm()} />
        <header>
          <p className="quiet">{t('order:number', { number })}</p>
          <h1>
            {cannotConfirm
              ? t('order:unmailed.heading')
              : unproven
                ? t(`order:heading.${unproven === 'gone' ? 'gone' : 'confirm'}`)
                : isSent
                  ? page.shipment?.carrier
                    ? t('order:onItsWay.with', { carrier: page.shipment.carrier })
                    : t('order:onItsWay.else')
                  : t(
                      pickupState
                        ? `order:pickups.${pickupState}.heading`
                        : back
                          ? `order:backBy.${back.how}.heading`
                          : `order:heading.${headed}`,
                    )}
          </h1>
          {cannotConfirm && (
            <p className="lead">
              {t('order:unmailed.text')} {t('order:unmailed.ask')}
            </p>
          )}
          {!cannotConfirm && unproven !== 'gone' && (
            <p className="lead">
              {!sendsNoLetters && (unproven || headed === 'transfer') && (
                <>
                  <AddressText
                    text={t(reservation ? 'order:received' : 'order:confirmed', {
                      email: page.email,
                    })}
                  />{' '}
                </>
              )}
              {!unproven && explanation}
            </p>
          )}
          {sendsNoLetters && !cannotConfirm && <p className="banner">{t('order:unmailed.text')}</p>}
          {reservation && (
            <p className="banner" role="status">
              <AddressText
                text={t(
                  `order:${sendsNoLetters ? 'unmailed' : 'reservation'}.${reservation.kind}`,
                  {
                    ...reservation,
                    email: page.email,
                  },
                )}
              />
            </p>
          )}
          {page.mailbox?.sent && (
            <p className="banner" role="status">
              <AddressText text={t('order:mailbox.sent', { email: page.email })} />
            </p>
          )}
          {page.silent && (
            <p className="banner bad" role="alert">
              {t('order:silent')}
            </p>
          )}
        </header>
        {trackingUrl && (
          <p>
            <a className="button" href={trackingUrl} rel="noreferrer">
              {t('order:onItsWay.track')}
            </a>
          </p>
        )}
        {cannotConfirm && (
          <p>
            <a href={links.question} className="button">
              {t('order:question')}
            </a>
          </p>
        )}
        {reservation && <Mailbox page={page} />}
        {isReady && place}
        {page.confirm && (
          <form method="post" action={links.own}>
            <Submit intent="confirm" label={t('order:confirm')} />
          </form>
        )}
        {!unproven && slip}
        {page.payable && !transfer && (
          <form method="post" action={links.own}>
            <button className="button">{t('order:pay')}</button>
          </form>
        )}
      </div>
      <div className="bought">
        <section aria-labelledby="bill">
          <h2 id="bill">{t('order:bill')}</h2>
          <p className="quiet">{t('order:of', { time: page.orderedAt })}</p>
          <OrderTable bill={page.bill} />
        </section>
        {page.refunds.map(({ rows, back: one }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: refunds have no identity here but their place, and never move
          <section key={index}>
            <h2>{t('order:goesBack')}</h2>
            <OrderTable rows={rows} />
            {one && (!back || page.refunds.length > 1) && (
              <p className="quiet">{t(`order:backBy.${one.how}.text`, { day: one.day })}</p>
            )}
          </section>
        ))}
      </div>
      <div>
        {unproven && slip}
        {address && (
          <section aria-labelledby="address">
            <h2 id="address">{t('order:sentTo')}</h2>
            <AddressLines address={address} />
          </section>
        )}
        {!isReady && place}
        {(page.billing || page.vatId) && (
          <section aria-labelledby="invoice-to">
            <h2 id="invoice-to">{t('order:invoiceTo')}</h2>
            {page.billing && <AddressLines address={page.billing} />}
            {page.vatId && <p>{t('order:vatId', { id: page.vatId })}</p>}
          </section>
        )}
        {page.note && (
          <section aria-labelledby="note">
            <h2 id="note">{t('order:note')}</h2>
            <p className="from-customer">{page.note}</p>
          </section>
        )}
        {!reservation && <Mailbox page={page} />}
        <p className="deeds">
          {(state === 'expired' || state === 'cancelled') && (
            <LocalizedLink to="/shop" className="button second">
              {t('order:toShop')}
            </LocalizedLink>
          )}
          {page.hasInvoice && (
            <a className="button second" href={links.invoice}>
              {t('order:showInvoice')}
            </a>
          )}
          {!cannotConfirm && <a href={links.question}>{t('order:question')}</a>}{' '}
          {unpaid && !page.withdrawnOn && <a href={links.cancel}>{t('order:toCancel')}</a>}{' '}
          {links.withdraw && <a href={links.withdraw}>{t('layout:withdraw')}</a>}
        </p>
        <p className="quiet no-print">{t(sendsNoLetters ? 'order:unmailed.link' : 'order:link')}</p>
      </div>
    </article>
  )
}

/** Of several refunds, the one that is still to be given back, else the last. */
function backOf({ refunds }: OrderShown): GivenBack | undefined {
  const all = refunds.flatMap(({ back }) => back ?? [])
  return all.find(({ how }) => how.endsWith('-due')) ?? all.at(-1)
}

const picked: Partial<Record<string, 'transfer' | 'ready'>> = {
  transfer: 'transfer',
  fulfilled: 'ready',
}

/** What else goes by e-mail, by how the order stands. */
const letters: Partial<Record<string, 'ready' | 'invoice'>> = {
  'to-prepare': 'ready',
  paid: 'invoice',
  fulfilled: 'invoice',
}

export function OwnInvoice({ page }: { page: OrderShown }) {
  const { t } = useTranslation()
  if (!page.invoice) return null
  return (
    <Invoice invoice={page.invoice}>
      <p className="no-print deeds">
        <a href={page.links.own}>← {t('order:back')}</a>{' '}
        <PrintButton label={t('order:print')} hint={t('order:printHint')} />
      </p>
    </Invoice>
  )
}
