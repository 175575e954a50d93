import { ForeignWords } from '~/components/site/foreign-words'
import { countryName } from '~/i18n/countries'
import { useLanguage } from '~/i18n/language'
import { formatMoney } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'
import type { ShopPage } from './loader.server'

/** Every price links here. */
export function Shipping({
  page: { shipping, pickup, services, smallBusiness },
}: {
  page: ShopPage
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <section className="shipping" id="shipping" aria-labelledby="sending">
      {(shipping.length > 0 || pickup) && (
        <>
          <h2 id="sending">{t('shop:shipping')}</h2>
          <dl>
            {pickup && (
              <div>
                <dt>
                  <ForeignWords
                    sentence={t('shop:pickup', {
                      place: pickup.place,
                      when: pickup.when[language],
                    })}
                    words={pickup.when[language]}
                    language={pickup.lent?.[language]}
                  />
                </dt>
                <dd>{t('shop:noCharge')}</dd>
              </div>
            )}
            {shipping.map(({ countries, price, freeFrom }) => (
              <div key={countries.join()}>
                <dt>{countries.map((each) => countryName(each, language)).join(', ')}</dt>
                <dd>
                  {freeFrom === undefined
                    ? formatMoney(price, language)
                    : t('shop:shippingFreeFrom', {
                        price: formatMoney(price, language),
                        from: formatMoney(freeFrom, language),
                      })}
                </dd>
              </div>
            ))}
          </dl>
          {services && <p className="quiet">{t('shop:shippingElse')}</p>}
        </>
      )}
      {smallBusiness && <p className="quiet">{t('shop:smallBusiness')}</p>}
    </section>
  )
}
