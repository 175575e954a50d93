import { useTranslation } from '~/i18n/translation'
import { useSendsNoMail } from './session'

/** Where a page would promise a letter to an account: that the site sends none yet. */
export function NoMail() {
  const { t } = useTranslation()
  return useSendsNoMail() ? <p className="banner">{t('nomail:text')}</p> : null
}
