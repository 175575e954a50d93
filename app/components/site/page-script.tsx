import { useTranslation } from '~/i18n/translation'
import { useServedPage } from './page'

/** The page's small script, with its status line; absent with Save-Data. */
export function PageScript() {
  const { script } = useServedPage()
  return (
    script && (
      <>
        <LiveRegion />
        <script type="module" src={script} />
      </>
    )
  )
}

/** Where a page's scripts speak to screen readers, and show unexpected errors. */
export function LiveRegion() {
  const { t } = useTranslation()
  return (
    <p className="visually-hidden" id="told" role="status" data-general={t('errors:general')} />
  )
}
