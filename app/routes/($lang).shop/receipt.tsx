import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { useReopening } from '~/components/shop/pause'
import { useCurrentUrl } from '~/components/site/current-url'
import { useSession } from '~/components/site/session'
import { useSignInLinkTo } from '~/components/site/sign-in-links'
import { countryName } from '~/i18n/countries'
import { listOf } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { formatMoney, formatRate } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'
import { CartNews } from './cart-news'
import type { ShopPage, ShownCart } from './loader.server'
import { ReceiptLine } from './receipt-line'

export function Receipt({ page: { cart, smallBusiness, state } }: { page: ShopPage }) {
  const { t } = useTranslation()
  const answer = useForm()
  const own = useCurrentUrl()
  const reopening = useReopening(state)
  return (
    <aside className="receipt" id="receipt" aria-labelledby="cart">
      <h2 id="cart">{t('shop:receipt')}</h2>
      <CartNews cart={cart} />
      {cart.lines.length === 0 ? (
        <p className="quiet">{t('shop:empty')}</p>
      ) : (
        <form method="post" noValidate action={own}>
          <ul>
            {cart.lines.map((line) => (
              <ReceiptLine key={line.product.id} line={line} answer={answer} />
            ))}
          </ul>
          <Sums cart={cart} />
          {smallBusiness && <p className="quiet">{t('shop:smallBusiness')}</p>}
          <OnlyPickup cart={cart} />
          <DeskNeeded cart={cart} />
          {reopening ? (
            <p>
              <strong>{reopening}</strong> {t('shop:kept')}
            </p>
          ) : (
            <Submit intent="checkout" label={t('shop:checkout')} />
          )}{' '}
          <LocalizedLink to="/shop">{t('shop:goOn')}</LocalizedLink>
        </form>
      )}
      <p>
        <LocalizedLink to="/shop/success">{t('order:lost.link')}</LocalizedLink>
      </p>
    </aside>
  )
}

function Sums({ cart: { totals, delivery, country } }: { cart: ShownCart }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { goods, shipping, gross, vat } = totals
  return (
    <dl className="sums">
      {delivery === 'shipping' && shipping !== undefined && country !== undefined && (
        <>
          <div>
            <dt>{t('shop:goods')}</dt>
            <dd>{formatMoney(goods, language)}</dd>
          </div>
          <div>
            <dt>
              <a href="#shipping">
                {t('shop:shippingTo', { country: countryName(country, language) })}
              </a>
            </dt>
            <dd>{shipping === 0 ? t('shop:noCharge') : formatMoney(shipping, language)}</dd>
          </div>
        </>
      )}
      <div className="total">
        <dt>{t('shop:total')}</dt>
        <dd>{formatMoney(gross, language)}</dd>
      </div>
      {vat.map(({ rate, vat: amount }) => (
        <div key={rate} className="quiet">
          <dt>{t('shop:ofWhichVat', { rate: formatRate(rate, language) })}</dt>
          <dd>{formatMoney(amount, language)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Before the checkout, which would otherwise ask for no address without a reason. */
function OnlyPickup({ cart: { onlyPickup, delivery } }: { cart: ShownCart }) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (delivery !== 'pickup') return null
  return (
    <p className="quiet">
      {onlyPickup.length > 0
        ? t('checkout:onlyPickup', { titles: listOf(onlyPickup, language) })
        : t('shop:isPickedUp')}
    </p>
  )
}

/** A plan belongs to a desk, so its buyer must be signed in. */
function DeskNeeded({ cart: { lines } }: { cart: ShownCart }) {
  const { t } = useTranslation()
  const { isAuthenticated } = useSession()
  const signIn = useSignInLinkTo('/login', '/shop#receipt')
  const signUp = useSignInLinkTo('/signup', '/shop#receipt')
  const forDesk = lines.some(({ product: { kind } }) => kind === 'plan' || kind === 'addon')
  if (isAuthenticated || !forDesk) return null
  return (
    <p className="quiet">
      {t('shop:deskNeeded')} <a href={signIn}>{t('shop:deskSignIn')}</a> {t('shop:deskOr')}{' '}
      <a href={signUp}>{t('shop:deskSetUp')}</a>. {t('shop:kept')}
    </p>
  )
}
