import { useTranslation } from '~/i18n/translation'
import { useServedPage } from './page'

/** The page's one small script; absent with Save-Data. */
export function PageScript() {
  const { script } = useServedPage()
  return script ? <script type="module" src={script} /> : null
}

/** Where the script speaks to screen readers, and shows unexpected errors. */
export function Told() {
  const { t } = useTranslation()
  return (
    <p className="visually-hidden" id="told" role="status" data-general={t('errors:general')} />
  )
}
