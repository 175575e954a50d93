import { useServedPage } from '~/components/site/page'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { ShownDesk } from './desk.server'

/** The law asks for the service's imprint even where the desk's plan removes the name. */
export function DeskLinks({ desk: { privacyLink, branded } }: { desk: ShownDesk }) {
  const { t } = useTranslation()
  // Site pages would not fit into the small frame.
  const apart = useServedPage().framed ? { target: '_blank', rel: 'noopener' } : {}
  return (
    <>
      {privacyLink ? (
        <a href={privacyLink} {...apart}>
          {t('layout:privacy')}
        </a>
      ) : (
        <LocalizedLink to="/privacy" {...apart}>
          {t('layout:privacy')}
        </LocalizedLink>
      )}{' '}
      <LocalizedLink to="/imprint" {...apart}>
        {branded ? t('chat:poweredBy') : t('layout:imprint')}
      </LocalizedLink>
    </>
  )
}
