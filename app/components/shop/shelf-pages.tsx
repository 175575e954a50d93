import type { ComponentType } from 'react'
import type { ShelfPart } from '~/domain/shop/shelf-pages'
import { useTranslation } from '~/i18n/translation'

/** A wide gap between links at which a line may break. */
const emSpace = '\u2003'

/** Links to the pages of the shelf; renders nothing if there is only one. */
export function ShelfPages({
  page,
  pages,
  address,
  Link,
}: Omit<ShelfPart<unknown>, 'items'> & {
  address: (page: number) => string
  Link: ComponentType<{ to: string; children: string }>
}) {
  const { t } = useTranslation()
  if (pages === 1) return null
  return (
    <nav aria-label={t('shop:pages.name')}>
      <p>
        {page > 1 && <Link to={address(page - 1)}>{t('shop:pages.previous')}</Link>}
        {page > 1 && emSpace}
        <span className="quiet">{t('shop:pages.at', { page, pages })}</span>
        {page < pages && emSpace}
        {page < pages && <Link to={address(page + 1)}>{t('shop:pages.next')}</Link>}
      </p>
    </nav>
  )
}
