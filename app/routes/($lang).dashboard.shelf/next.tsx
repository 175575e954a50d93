import { AppLink } from '~/i18n/localized-link'
import type { ShelfPage } from './loader.server'

/** The way on, while the shop is being set up. */
export function Next({ next }: Pick<ShelfPage, 'next'>) {
  if (!next) return null
  return (
    <p>
      <AppLink className="button" to={next.to}>
        {next.text}
      </AppLink>
    </p>
  )
}
