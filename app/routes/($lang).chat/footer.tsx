import { useServedPage } from '~/components/site/page'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

/** With what the page is made, unless the desk's plan leaves that out; in a frame, the legal pages too. */
export function Footer({ branded }: { branded: boolean }) {
  const { t } = useTranslation()
  const { framed } = useServedPage()
  // A page of ours would not fit into the small frame on somebody else's.
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
