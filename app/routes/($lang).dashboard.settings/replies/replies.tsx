import type { WordsHandle } from '~/components/site/page'
import { inLanguage, languages, spoken } from '~/domain/text/languages'
import { excerpt } from '~/domain/tickets/messages'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { repliesAddress } from './address'
import type { RepliesPage } from './replies.server'
import { ReplyForm } from './reply-form'

export const handle: WordsHandle = { i18n: ['replies'] }

const shownLength = 160

export function Replies({ page }: { page: RepliesPage }) {
  const { t } = useTranslation()
  const { replies, changing } = page
  const reply = replies.find(({ id }) => id === changing)
  return (
    <>
      <section id="replies" aria-labelledby="replies-heading">
        <h2 id="replies-heading">{t('replies:heading')}</h2>
        <p>{t('replies:lead')}</p>
        {replies.length === 0 ? (
          <p className="quiet">{t('replies:none')}</p>
        ) : (
          <ul className="replies">
            {replies.map((each) => (
              <ReplyLine key={each.id} reply={each} chosen={each.id === changing} />
            ))}
          </ul>
        )}
      </section>
      <section id="reply" aria-labelledby="reply-heading">
        <h2 id="reply-heading">
          {reply
            ? t('replies:changeHeading', { shortcut: reply.shortcut })
            : t('replies:addHeading')}
        </h2>
        {/* Saving a reply or choosing another one resets the form. */}
        <ReplyForm key={reply?.id ?? `new-${replies.length}`} reply={reply} formKey={page.key} />
      </section>
    </>
  )
}

function ReplyLine({ reply, chosen }: { reply: RepliesPage['replies'][number]; chosen: boolean }) {
  const { t } = useTranslation()
  const shown = inLanguage(reply.text, useLanguage())
  return (
    <li>
      <AppLink to={`${repliesAddress(reply.id)}#reply`} aria-current={chosen || undefined}>
        <strong>/{reply.shortcut}</strong>
        <span className="quiet">
          {languages
            .filter((each) => reply.text[each])
            .map((each) => spoken[each].name)
            .join(' · ')}
        </span>{' '}
        <span className="text" lang={shown?.language}>
          {excerpt(shown?.text ?? '', shownLength)}
        </span>{' '}
        <span className="change">{t('replies:change')}</span>
      </AppLink>
    </li>
  )
}
