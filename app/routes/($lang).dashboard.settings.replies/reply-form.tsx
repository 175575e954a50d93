import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { draftId } from '~/components/site/page'
import { standIn } from '~/domain/text/languages'
import { fieldIn } from '~/domain/text/localized-fields'
import { localizedPath } from '~/i18n/addresses'
import { languageName } from '~/i18n/countries'
import { useLanguage, useLanguages } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { repliesAddress } from './address'
import type { RepliesPage } from './replies.server'

export function ReplyForm({
  reply,
  formKey,
}: {
  reply?: RepliesPage['replies'][number]
  formKey: string
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const inOrder = useLanguages()
  return (
    <DeskForm
      className="stack wide"
      id={draftId}
      place="reply"
      action={localizedPath(repliesAddress(reply?.id), language)}
    >
      {reply ? (
        <input type="hidden" name="reply" value={reply.id} />
      ) : (
        <input type="hidden" name="key" value={formKey} />
      )}
      <Field
        name="shortcut"
        label={t('replies:shortcut')}
        hint={t('replies:shortcutHint')}
        defaultValue={reply?.shortcut}
        autoComplete="off"
        autoCapitalize="none"
        required
      />
      {inOrder.map((each) => (
        <Field
          key={each}
          multiline
          name={fieldIn('text', each)}
          label={t('replies:textIn', { language: languageName(each, language) })}
          hint={each === inOrder.at(-1) && t('replies:textHint')}
          lang={each}
          rows={4}
          defaultValue={reply?.text[each]}
          placeholder={reply && standIn(reply.text, each)}
        />
      ))}
      <p className="deeds">
        <button className="button" name="intent" value={reply ? 'change-reply' : 'add-reply'}>
          {reply ? t('replies:save') : t('replies:add')}
        </button>{' '}
        {reply && (
          <>
            <button className="button danger" name="intent" value="remove-reply" formNoValidate>
              {t('replies:remove')}
            </button>{' '}
            <AppLink className="button second" to={repliesAddress()}>
              {t('replies:cancel')}
            </AppLink>
          </>
        )}
      </p>
    </DeskForm>
  )
}
