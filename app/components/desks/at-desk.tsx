import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { DeskForm } from '../forms/desk-form'
import { useCurrentUrl } from '../site/current-url'
import { DefaultButton, useOwnAction } from '../site/language-switch'
import { usePageDetails } from '../site/page'

/**
 * Shows the state; opened, also the button that changes it. If the page has a form with unsent text, the
 * button submits that form, so that the text stays. `others`: a colleague attends the desk meanwhile.
 */
export function AtDesk({ away, others }: { away: boolean; others?: boolean }) {
  const { t } = useTranslation()
  const own = useCurrentUrl()
  const { pathname, search } = useOwnAction()
  const { draftForm: form, draftIntent } = usePageDetails()
  const hint = away ? (others ? 'othersHint' : 'awayHint') : 'hereHint'
  const keeping = form && { form, formAction: pathname + search, formNoValidate: true }
  return (
    <details className="at-desk">
      <summary>
        <span className={away ? 'dot' : 'dot here'} />
        {away ? t('dashboard:away') : t('dashboard:here')}
      </summary>
      <DeskForm className="menu" action={localizedPath('/dashboard', useLanguage())}>
        {form && <DefaultButton form={form} intent={draftIntent} />}
        <input type="hidden" name="back" value={own} />
        <p className="quiet">{t(`dashboard:${hint}`)}</p>
        <button
          className="button second"
          name="intent"
          value={away ? 'come-back' : 'go-away'}
          {...keeping}
        >
          {away ? t('dashboard:comeBack') : t('dashboard:goAway')}
        </button>
      </DeskForm>
    </details>
  )
}
