import { SignatureFields } from '~/components/desks/signature-fields'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { draftId } from '~/components/site/page'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { mailPage } from './address'
import type { MailPage } from './mail.server'

type Own = NonNullable<MailPage['own']>

/** Adds an address of the desk's, or changes one. */
export function AddressForm({ own, changed }: { own: Own; changed?: Own['chosen'][number] }) {
  const { t } = useTranslation()
  const { domain, example, chosen, signature } = own
  return (
    <DeskForm
      className="stack wide"
      id={draftId}
      place="address"
      action={localizedPath(mailPage(changed?.name), useLanguage())}
    >
      {changed ? (
        <input type="hidden" name="id" value={changed.name} />
      ) : (
        <Field
          name="alias"
          label={t('mailin:alias', { domain })}
          hint={t('mailin:aliasHint', { example })}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          required
        />
      )}
      <Field
        name="tag"
        label={t('mailin:tag')}
        hint={t('mailin:tagHint')}
        defaultValue={changed?.tag}
        autoComplete="off"
      />
      <fieldset className="stack">
        <legend>{t('mailin:signatures')}</legend>
        <p className="quiet">{t('mailin:signaturesLead')}</p>
        <SignatureFields signature={changed?.signature} fallback={signature} />
      </fieldset>
      <p className="deeds">
        <button
          className="button"
          name="intent"
          value={changed ? 'change-mail-alias' : 'save-mail-alias'}
        >
          {changed ? t('mailin:save') : t('mailin:add')}
        </button>{' '}
        {changed && (
          <>
            {changed.name !== chosen[0]?.name && (
              <button className="button second" name="intent" value="main-mail-alias">
                {t('mailin:makeMain')}
              </button>
            )}{' '}
            <button className="button danger" name="intent" value="remove-mail-alias">
              {t('mailin:remove')}
            </button>{' '}
            <AppLink className="button second" to={mailPage()}>
              {t('mailin:cancel')}
            </AppLink>
          </>
        )}
      </p>
    </DeskForm>
  )
}
