import { countryName } from '~/i18n/countries'
import { useLanguage } from '~/i18n/language'
import { formatMoney } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'
import type { CheckoutAnswer, NamedChange } from './place.server'

/** What changed since the form was shown. Takes focus, and is worded calmly if the customer caused the change or pays less. */
export function Changes({ answer, total }: { answer: CheckoutAnswer; total: number }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const money = (amount: number) => formatMoney(amount, language)
  const { changes = [], calm } = answer
  const sentences = changes.map((change) => <p key={JSON.stringify(change)}>{sentence(change)}</p>)
  if (!calm) {
    return (
      <div className="news">
        {sentences}
        <p className="changed">{t('checkout:changes.total', { total: money(total) })}</p>
      </div>
    )
  }
  const [first] = changes
  const country = first?.kind === 'shipping' ? countryName(first.country, language) : ''
  const focused = { tabIndex: -1, autoFocus: true }
  return (
    <div className="news" role="status" {...focused}>
      {(calm === 'cheaper' || calm === 'chosen') && sentences}
      <p className="changed">
        {t(`checkout:calm.${calm}`, { total: money(total), country })}{' '}
        <a href="#summary">{t('checkout:calm.order')}</a>
      </p>
    </div>
  )

  function sentence(change: NamedChange): string {
    if (change.kind === 'pickup') return t('checkout:changes.pickup')
    if (change.kind === 'terms') return t('checkout:changes.terms')
    const { kind, now } = change
    if (kind === 'shipping') {
      const country = countryName(change.country, language)
      if (now === 0) return t('checkout:changes.shippingFree', { country })
      return t('checkout:changes.shipping', { country, price: money(now) })
    }
    const title = change.title?.[language]
    const { before } = change
    if (!title) return t('checkout:changes.goneNameless')
    if (kind === 'price') {
      return t('checkout:changes.price', { title, now: money(now), before: money(before) })
    }
    if (now === 0) return t('checkout:changes.gone', { title })
    return t('checkout:changes.quantity', { title, now, before })
  }
}
