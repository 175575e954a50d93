import { useLoaderData } from '@remix-run/react'
import { useRef } from 'react'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { FormProblem, useProblemFocus } from '~/components/forms/form-problem'
import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { AddressText } from '~/components/site/address-text'
import { firstFocus } from '~/components/site/arrival'
import { ConfirmLink } from '~/components/site/confirm-link'
import { ToastOr } from '~/components/site/notice'
import type { PageHandle } from '~/components/site/page'
import { useSendsNoLetters } from '~/components/site/session'
import { Attaching, filesKeyOf } from '~/components/tickets/attaching'
import { withFiles } from '~/components/tickets/attachment-field'
import { ChosenFiles } from '~/components/tickets/chosen-files'
import { onEnter } from '~/components/tickets/composer'
import { SavedReplies } from '~/components/tickets/saved-replies'
import { languages, spoken } from '~/domain/text/languages'
import { titleLength } from '~/domain/tickets/messages'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { useKeptMessage } from './kept'
import type { NewConversationPage } from './loader.server'
import type { WritingAnswer } from './undo.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'write:page',
  i18n: ['write', 'saved', 'thread'],
  stylesheet: 'desk',
  scripts: 'react',
  keepsTyped: true,
  details: () => ({ draftForm: 'write' }),
}

/** Begins a conversation with an address. */
export default function NewConversation() {
  const { t } = useTranslation()
  const language = useLanguage()
  const page = useLoaderData() as NewConversationPage
  const answer = useForm<WritingAnswer>()
  const sendsNoLetters = useSendsNoLetters()
  const form = useRef<HTMLFormElement>(null)
  useKeptMessage(form, answer)
  useProblemFocus(answer)
  return (
    <div className="rooms">
      <div className="stack wide">
        <p>
          <AppLink to="/dashboard/tickets">← {t('write:back')}</AppLink>
        </p>
        <h1>{t('write:heading')}</h1>
        {sendsNoLetters && <p className="banner">{t('write:unmailed')}</p>}
        {!page.mayWrite && (
          <p className="banner">
            {t('write:unverified')} <ConfirmLink text={t('write:verify')} />
          </p>
        )}
        <FormProblem answer={answer} />
        {answer?.done && (
          <ToastOr text={answer.done} at={answer}>
            <p className="banner" role="status">
              {answer.done}
            </p>
          </ToastOr>
        )}
        {/* Words that come back take the place of what is in its fields. */}
        <DeskForm
          key={answer?.done}
          id="write"
          className="stack wide"
          encType={withFiles}
          ref={form}
          onKeyDown={onEnter}
        >
          <input type="hidden" name="key" value={answer?.typed.key ?? page.key} />
          <Field
            name="email"
            type="email"
            label={t('write:email')}
            defaultValue={page.email}
            list="known"
            autoComplete="off"
            required
            {...(page.email === '' && firstFocus)}
          />
          <datalist id="known">
            {page.known.map(({ email, name }) => (
              <option key={email} value={email}>
                {name}
              </option>
            ))}
          </datalist>
          <More page={page} answer={answer} />
          <Field
            name="subject"
            label={t('write:subject')}
            maxLength={titleLength}
            autoComplete="off"
          />
          <Field
            multiline
            name="body"
            label={t('write:body')}
            hint={sendsNoLetters ? undefined : t('write:hint')}
            rows={6}
            defaultValue={page.body}
            {...(page.email !== '' && firstFocus)}
          />
          <ChosenFiles key={`chosen ${filesKeyOf(answer)}`} />
          <div className="tools">
            <Submit intent="send" label={t('write:send')} />{' '}
            <SavedReplies
              saved={page.saved}
              locale={page.language || language}
              form={form}
              answer={answer}
            />{' '}
            <Attaching form={form} answer={answer} />
          </div>
          {page.aboutLetter && (
            <p className="quiet">
              <AddressText text={page.aboutLetter} />
            </p>
          )}
        </DeskForm>
      </div>
    </div>
  )
}

const rare = ['copies', 'name', 'language']

/** What few messages need; open where it is filled in or wrong. */
function More({ page, answer }: { page: NewConversationPage; answer?: WritingAnswer }) {
  const { t } = useTranslation()
  const known = t('write:languageKnown', { language: spoken[useLanguage()].name })
  const used = rare.some((name) => answer?.typed[name] || answer?.errors[name])
  return (
    <details open={used || undefined}>
      <summary>{t('write:more')}</summary>
      <div className="stack">
        <Field
          name="copies"
          label={t('write:copies')}
          hint={t('write:copiesHint')}
          inputMode="email"
          autoComplete="off"
        />
        <Field
          name="name"
          label={t('write:name')}
          hint={t('write:nameHint')}
          defaultValue={page.name}
          maxLength={80}
          autoComplete="off"
        />
        <Field
          name="language"
          label={t('write:language')}
          hint={t('write:languageHint')}
          defaultValue={page.language}
          options={[
            ['', known],
            ...languages.map((each) => [each, spoken[each].name, each] as const),
          ]}
        />
      </div>
    </details>
  )
}
