import type { CartChange, PricedCart } from '~/domain/shop/carts'
import type { Texts } from '~/domain/shop/catalogue'
import type { Language } from '~/domain/text/languages'
import { useLanguage } from '~/i18n/language'
import { formatMoney } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'

/** A cart with the titles of the products that changed in it. */
export interface ChangedCart extends Pick<PricedCart, 'changes'> {
  titles: Record<string, Texts>
}

/** What has changed in the cart by itself, a sentence each. */
export function useCartChanges({ changes, titles }: ChangedCart): string[] {
  const { t } = useTranslation()
  const language = useLanguage()
  return changes.map((change) => {
    const title = titles[change.productId]?.[language]
    if (!title) return t('shop:goneNameless')
    const { kind } = change
    if (kind === 'gone') return t('shop:gone', { title })
    if (kind === 'fewer')
      return t('shop:fewer', { title, count: change.now, before: change.before })
    return t('shop:priceChanged', { title, ...inMoney(change, language) })
  })
}

function inMoney({ before, now }: Extract<CartChange, { kind: 'price' }>, language: Language) {
  return { before: formatMoney(before, language), now: formatMoney(now, language) }
}
