import { ErrorText, Field } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import { useServedPage } from '~/components/site/page'
import { AttachmentField, withFiles } from '~/components/tickets/attachment-field'
import { largestFile } from '~/domain/files/attachments'
import type { Language } from '~/domain/text/languages'
import { localizedPath, withQuery } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { ChatPage } from './conversation.server'
import { FrameKeeps } from './frame-keeps'
import { SpamFields } from './spam-fields'

/** The server makes the key, so that a form sent twice counts once. */
export function Composer({ page }: { page: ChatPage }) {
  const { t } = useTranslation()
  const answer = useForm('send', '')
  const problem = useForm()?.errors.form
  const language = useLanguage()
  const { framed } = useServedPage()
  const { conversation, desk, subject } = page
  const { order, product } = subject ?? {}
  const query = new URLSearchParams(
    conversation ? { t: conversation.secret } : desk.publicKey ? { desk: desk.publicKey } : {},
  )
  const address = localizedPath(withQuery('/chat', query), language)
  // The first message goes to an address of its own: see `keptForBack`. Scripts go by the form's.
  query.set('begin', '1')
  const first = conversation ? undefined : localizedPath(`/chat?${query}`, language)
  return (
    <form
      className="composer"
      id="composer"
      method="post"
      noValidate
      encType={withFiles}
      action={address}
    >
      <input type="hidden" name="key" value={answer?.typed.key ?? page.key} />
      {conversation && <input type="hidden" name="seen" value={conversation.shownSeq} />}
      <ErrorText error={problem} />
      {conversation?.closed && <p className="banner">{t('chat:closed')}</p>}
      {conversation?.solved && <p className="banner">{t('chat:doneHint')}</p>}
      <Field
        multiline
        name="body"
        label={conversation ? t('chat:message') : t('chat:first')}
        rows={conversation ? 2 : 3}
        defaultValue={
          order
            ? t('chat:aboutOrder', { number: order })
            : product && t('chat:aboutProduct', { product })
        }
        answer={answer}
      />
      {!conversation && (
        <>
          <SpamFields stamp={page.stamp} answer={answer} />
          <div className="details">
            <Field
              name="name"
              label={t('chat:name')}
              autoComplete="name"
              maxLength={80}
              defaultValue={subject?.name}
              answer={answer}
            />
            <Field
              name="email"
              type="email"
              label={t('chat:email')}
              autoComplete="email"
              maxLength={254}
              defaultValue={subject?.email}
              answer={answer}
            />
          </div>
          <p className="quiet">
            {t('chat:detailsHint')} {framed ? <FrameKeeps /> : t('chat:cookieHint')}
          </p>
        </>
      )}
      {!conversation && desk.consent && <Consent {...desk.consent} />}
      <AttachmentField
        answer={answer}
        data={{
          'data-remove': t('chat:removeFile'),
          'data-largest': largestFile,
          'data-large': t('files:size', { name: '{}' }),
        }}
      />
      <div className="row">
        {!conversation && <Keys />}
        <button
          className={page.earlier?.answered ? 'button second' : 'button'}
          name="intent"
          value="send"
          formAction={first}
        >
          {t('chat:send')}
        </button>
      </div>
    </form>
  )
}

export function Keys() {
  const { t } = useTranslation()
  const { script } = useServedPage()
  return script ? <p className="quiet keys" data-keys={t('chat:keys')} /> : null
}

function Consent({ text, language, link }: { text: string; language: Language; link?: string }) {
  const { t } = useTranslation()
  return (
    <p className="quiet">
      <span lang={language}>{text}</span>{' '}
      {link && (
        <a href={link} target="_blank" rel="noopener noreferrer">
          {t('chat:consentMore')}
        </a>
      )}
    </p>
  )
}
