import { useSite } from '~/components/site/session'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

/** Shown for the shop and its checkout until the shop has opened. */
export function Closed() {
  const { t } = useTranslation()
  return (
    <div className="closed">
      <h1>{t('shop:closed')}</h1>
      <p className="lead">{t('shop:closedText')}</p>
      {useSite().answers && (
        <p>
          <LocalizedLink to="/chat" className="button">
            {t('shop:ask')}
          </LocalizedLink>
        </p>
      )}
    </div>
  )
}
