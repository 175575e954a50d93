import type { ReactNode } from 'react'
import type { MessagePage } from '~/domain/tickets/message-pages'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

export function ThreadPages({
  pages: { earlier, later },
  address,
  children,
}: {
  pages: Pick<MessagePage, 'earlier' | 'later'>
  address: (until: number) => string
  children?: ReactNode
}) {
  const { t } = useTranslation()
  if (!earlier && !later) return null
  return (
    <nav aria-label={t('thread:heading')}>
      {children}{' '}
      {earlier && (
        <AppLink to={address(earlier)} rel="prev">
          {t('thread:earlier')}
        </AppLink>
      )}{' '}
      {later && (
        <AppLink to={address(later)} rel="next">
          {t('thread:later')}
        </AppLink>
      )}
    </nav>
  )
}
