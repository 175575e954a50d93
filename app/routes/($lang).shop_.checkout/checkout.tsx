import { AccountMark } from '~/components/forms/account-mark'
import { ErrorText, Field } from '~/components/forms/field'
import { FormProblem } from '~/components/forms/form-problem'
import { GivenFields, useGive } from '~/components/forms/given'
import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { type ChangedCart, useCartChanges } from '~/components/shop/cart-changes'
import { LineChange } from '~/components/shop/line-change'
import { OrderTable } from '~/components/shop/order-table'
import { useReopening } from '~/components/shop/pause'
import { ProductPicture } from '~/components/shop/product-card'
import { useCurrentUrl } from '~/components/site/current-url'
import { draftId } from '~/components/site/page'
import { PageScript } from '~/components/site/page-script'
import { useSendsNoLetters, useSite } from '~/components/site/session'
import { useSignInLinkTo } from '~/components/site/sign-in-links'
import { leastTotal } from '~/domain/shop/payments'
import type { ShopState } from '~/domain/site/opening'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { formatMoney } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'
import { Changes } from './changes'
import type { CheckoutPage } from './checkout-page.server'
import { Delivery } from './delivery'
import { InShort } from './in-short'
import { InvoiceTo } from './invoice-to'
import { Law } from './law'
import type { CheckoutAnswer } from './place.server'

/** On one page, with the bill directly above the one button, as the law asks. */
export function Checkout({
  page,
  cart,
  state,
}: {
  page: CheckoutPage
  cart: ChangedCart
  state: ShopState
}) {
  const answer = useForm<CheckoutAnswer>()
  const { t } = useTranslation()
  const reopening = useReopening(state)
  const language = useLanguage()
  const own = useCurrentUrl()
  const back = `${own}#summary`
  const shown = answer?.checkout ?? page
  const { answers } = useSite()
  const sendsNoLetters = useSendsNoLetters()
  const ways = shown.methods.map((method) => t(`checkout:payments.${method}.name`))
  return (
    <form className="checkout" id={draftId} method="post" action={own} noValidate>
      <GivenFields>
        <div className="top">
          <p>
            <LocalizedLink to="/shop#receipt">← {t('checkout:back')}</LocalizedLink>
          </p>
          <h1>{t('checkout:heading')}</h1>
          <p className="lead">{t('checkout:lead')}</p>
          {/* § 312j (1) BGB wants the ways to pay named where ordering begins. */}
          {ways.length > 0 && (
            <p className="quiet">{t('checkout:payBy', { ways: ways.join(', ') })}</p>
          )}
        </div>
        <InShort bill={shown.bill} />
        <div className="stack typed">
          <FormProblem answer={answer} fields />
          {answer?.changes && <Changes answer={answer} total={shown.bill.gross} />}
          {answer?.before && <a href={answer.before}>{t('checkout:seeOrder')}</a>}
          {!answer?.changes && <CartNews cart={cart} />}
          <AccountMark account={shown.account} />
          <input type="hidden" name="key" value={shown.key} />
          <input type="hidden" name="seen" value={shown.seen} />
          <fieldset className="stack">
            <legend>{t('checkout:you')}</legend>
            <Field
              name="email"
              type="email"
              label={t('checkout:email')}
              hint={t(sendsNoLetters ? 'checkout:emailUnmailed' : 'checkout:emailHint')}
              autoComplete="email"
              defaultValue={shown.email}
            />
          </fieldset>
          {shown.delivery && <Delivery page={shown} answer={answer} />}
          <InvoiceTo page={shown} answer={answer} />
          <Field
            multiline
            name="note"
            label={t('checkout:note')}
            hint={answers && t('checkout:noteFiles')}
            rows={3}
          />
          <Payment page={shown} answer={answer} />
          {shown.digital && <Consent answer={answer} />}
        </div>
        <section className="summary" id="summary" aria-labelledby="order">
          <h2 id="order">{t('checkout:summary')}</h2>
          <Law />
          <OrderTable
            bill={shown.bill}
            before={(index) => {
              const product = shown.pictured[index]
              return product && <ProductPicture product={product} />
            }}
            below={(index) => {
              const line = shown.bill.lines[index]
              return (
                line && (
                  <LineChange
                    productId={line.productId}
                    title={line.title[language]}
                    quantity={line.quantity}
                    fixed={line.kind === 'plan'}
                    intent="reckon"
                    to={back}
                    answer={answer}
                  />
                )
              )
            }}
          />
          {shown.desk && (
            <p>
              {t('checkout:forDesk', { desk: shown.desk.name || t('dashboard:desks.unnamed') })}
            </p>
          )}
          {shown.deskNeeded ? (
            <DeskNeeded />
          ) : shown.managerNeeded ? (
            <p>{t('checkout:errors.manager')}</p>
          ) : shown.methods.length === 0 ? (
            <p>{t('checkout:noWay')}</p>
          ) : reopening && !answer ? (
            <p>
              <strong>{reopening}</strong> {t('shop:kept')}
            </p>
          ) : (
            <Submit intent="order" label={t('checkout:order')} />
          )}
        </section>
        <PageScript />
      </GivenFields>
    </form>
  )
}

/** What changed since the cart was filled. */
function CartNews({ cart }: { cart: ChangedCart }) {
  const sentences = useCartChanges(cart)
  if (sentences.length === 0) return null
  return (
    <div className="news" role="status">
      {sentences.map((sentence) => (
        <p key={sentence} className="changed">
          {sentence}
        </p>
      ))}
    </div>
  )
}

function Payment({ page, answer }: { page: CheckoutPage; answer?: CheckoutAnswer }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [only, ...more] = page.methods.filter((method) => method !== 'on-pickup')
  const given = more.length === 0 ? only : undefined
  useGive()('payment', given)
  const chosen = answer?.typed.payment ?? given
  const error = answer?.errors.payment
  return (
    <fieldset className="ways" aria-describedby={error && 'payment-error'}>
      <legend>{t('checkout:payment')}</legend>
      {page.methods.map((method, index) => (
        <label key={method}>
          <input
            id={index === 0 ? 'payment' : undefined}
            type="radio"
            name="payment"
            value={method}
            defaultChecked={chosen === method}
          />
          <span>
            <strong>{t(`checkout:payments.${method}.name`)}</strong>{' '}
            <span className="hint">{t(`checkout:payments.${method}.hint`)}</span>
          </span>
        </label>
      ))}
      {page.methodsAbove.map((method) => (
        <p key={method} className="hint">
          {t('checkout:payFrom', {
            way: t(`checkout:payments.${method}.name`),
            total: formatMoney(leastTotal[method], language),
          })}
        </p>
      ))}
      <ErrorText id="payment-error" error={error} />
    </fieldset>
  )
}

/** Digital products begin before the right of withdrawal ends, with consent only. */
function Consent({ answer }: { answer?: CheckoutAnswer }) {
  const { t } = useTranslation()
  const error = answer?.errors.consent
  return (
    <fieldset className="ways">
      <label>
        <input
          id="consent"
          type="checkbox"
          name="consent"
          defaultChecked={answer?.typed.consent === 'on'}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && 'consent-error'}
        />
        <span>{t('checkout:consent')}</span>
      </label>
      <ErrorText id="consent-error" error={error} />
    </fieldset>
  )
}

function DeskNeeded() {
  const { t } = useTranslation()
  return (
    <p>
      {t('shop:deskNeeded')}{' '}
      <a href={useSignInLinkTo('/login', '/shop/checkout')}>{t('shop:deskSignIn')}</a>{' '}
      {t('shop:deskOr')}{' '}
      <a href={useSignInLinkTo('/signup', '/shop/checkout')}>{t('shop:deskSetUp')}</a>.{' '}
      {t('shop:kept')}
    </p>
  )
}
