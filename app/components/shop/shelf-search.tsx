import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'

export function ShelfSearch() {
  const { t } = useTranslation()
  return (
    <search>
      <form className="stack" action={localizedPath('/shop', useLanguage())}>
        <div className="field">
          <label htmlFor="q">{t('errors:page.search')}</label>
          <input id="q" name="q" type="search" maxLength={100} />
        </div>
        <p>
          <button className="button second">{t('errors:page.find')}</button>
        </p>
      </form>
    </search>
  )
}
