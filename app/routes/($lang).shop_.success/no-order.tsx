import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

export function NoOrder() {
  const { t } = useTranslation()
  return (
    <article className="order">
      <h1>{t('order:unknown')}</h1>
      <p className="lead">{t('order:unknownText')}</p>
      <p>
        <LocalizedLink to="/shop" className="button second">
          {t('order:toShop')}
        </LocalizedLink>
      </p>
    </article>
  )
}
