import { Form } from '@remix-run/react'
import { Field } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import { longestMessage } from '~/domain/tickets/messages'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
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
  const answer = useForm()
  return (
    <Form
      className="stack wide"
      method="post"
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
        answer={answer}
      />
      <Field
        multiline
        name="textEn"
        label={t('replies:textEn')}
        lang="en"
        rows={4}
        maxLength={longestMessage}
        defaultValue={reply?.text.en}
        answer={answer}
      />
      <Field
        multiline
        name="textDe"
        label={t('replies:textDe')}
        hint={t('replies:textHint')}
        lang="de"
        rows={4}
        maxLength={longestMessage}
        defaultValue={reply?.text.de}
        answer={answer}
      />
      <p className="deeds">
        <button className="button" name="intent" value={reply ? 'change-reply' : 'add-reply'}>
          {reply ? t('replies:save') : t('replies:add')}
        </button>
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
    </Form>
  )
}
