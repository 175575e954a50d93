import { ShelfSearch } from '~/components/shop/shelf-search'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

export function NoOrder() {
  const { t } = useTranslation()
  return (
    <article className="order">
      <div>
        <h1>{t('order:unknown')}</h1>
        <p className="lead">{t('order:unknownText')}</p>
      </div>
      <ShelfSearch />
      <p>
        <LocalizedLink to="/shop">{t('order:toShop')}</LocalizedLink> ·{' '}
        <LocalizedLink to="/chat">{t('shop:ask')}</LocalizedLink>
      </p>
    </article>
  )
}
