import { useTranslation } from '~/i18n/translation'
import { useServedPage } from './page'

/** The one small script of the page; not there for whoever asks to save data. */
export function PageScript() {
  const { script } = useServedPage()
  return script ? <script type="module" src={script} /> : null
}

/** What that script tells a screen reader, and everybody if it is what nobody expected. */
export function Told() {
  const { t } = useTranslation()
  return (
    <p className="visually-hidden" id="told" role="status" data-general={t('errors:general')} />
  )
}
