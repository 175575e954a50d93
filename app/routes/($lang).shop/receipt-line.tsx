import { LineChange } from '~/components/shop/line-change'
import type { FormAnswer } from '~/domain/forms/forms'
import type { PricedLine } from '~/domain/shop/carts'
import { isOnShelf } from '~/domain/shop/shelf'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { formatMoney } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'

const plans = '/dashboard/settings/plan'

export function ReceiptLine({ line, answer }: { line: PricedLine; answer?: FormAnswer }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { product, quantity, gross } = line
  const title = product.title[language]
  return (
    <li>
      <p className="what">
        <LocalizedLink
          to={isOnShelf(product) ? `/shop?item=${product.id}` : plans}
          lang={product.lent?.title?.[language]}
        >
          {title}
        </LocalizedLink>{' '}
        <span>{formatMoney(gross, language)}</span>
      </p>
      {(quantity > 1 || product.interval) && (
        <p className="each">
          {quantity > 1 && `${quantity} × ${formatMoney(product.price, language)} `}
          {product.interval && (product.interval === 'year' ? t('shop:year') : t('shop:month'))}
        </p>
      )}
      <LineChange
        productId={product.id}
        title={title}
        quantity={quantity}
        fixed={product.kind === 'plan'}
        intent="change"
        answer={answer}
      />
    </li>
  )
}
