import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { DeskForm } from '../forms/desk-form'
import { useCurrentUrl } from '../site/current-url'
import { DefaultButton, useOwnAction } from '../site/language-switch'
import { usePageDetails } from '../site/page'

/** Where somebody may have typed something, the button submits that form, which keeps the text. */
export function AtDesk({ away }: { away: boolean }) {
  const { t } = useTranslation()
  const own = useCurrentUrl()
  const { pathname, search } = useOwnAction()
  const { draftForm: form } = usePageDetails()
  const keeping = form && { form, formAction: pathname + search, formNoValidate: true }
  return (
    <DeskForm className="at-desk" action={localizedPath('/dashboard', useLanguage())}>
      {form && <DefaultButton form={form} />}
      <input type="hidden" name="back" value={own} />
      <span className={away ? 'dot' : 'dot here'} />
      <span>{away ? t('dashboard:away') : t('dashboard:atDesk')}</span>{' '}
      <button
        className="plain-button"
        name="intent"
        value={away ? 'come-back' : 'go-away'}
        {...keeping}
      >
        {away ? t('dashboard:comeBack') : t('dashboard:goAway')}
      </button>
    </DeskForm>
  )
}
