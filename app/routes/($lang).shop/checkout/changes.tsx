import { countryName } from '~/i18n/countries'
import { useLanguage } from '~/i18n/language'
import { formatMoney } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'
import type { NamedChange } from './place.server'

export function Changes({ changes, total }: { changes: NamedChange[]; total: number }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const money = (amount: number) => formatMoney(amount, language)
  return (
    <div className="news">
      {changes.map((change) => (
        <p key={JSON.stringify(change)}>{sentence(change)}</p>
      ))}
      <p className="changed">{t('checkout:changes.total', { total: money(total) })}</p>
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
