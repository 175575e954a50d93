import { useServedPage } from '~/components/site/page'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

/** In a frame with the legal pages. */
export function Footer({ branded }: { branded: boolean }) {
  const { t } = useTranslation()
  const { framed } = useServedPage()
  // Our page would not fit into the small frame.
  const apart = framed ? { target: '_blank', rel: 'noopener' } : {}
  if (!branded && !framed) return null
  return (
    <p className="quiet foot">
      {branded && (
        <LocalizedLink to="/" {...apart}>
          {t('chat:withTresen')}
        </LocalizedLink>
      )}{' '}
      {framed && (
        <>
          <LocalizedLink to="/imprint" {...apart}>
            {t('layout:imprint')}
          </LocalizedLink>{' '}
          <LocalizedLink to="/privacy" {...apart}>
            {t('layout:privacy')}
          </LocalizedLink>
        </>
      )}
    </p>
  )
}
