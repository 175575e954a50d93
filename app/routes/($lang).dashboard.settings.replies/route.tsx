import { useLoaderData } from '@remix-run/react'
import { inLanguage, languages, spoken } from '~/domain/text/languages'
import { excerpt } from '~/domain/tickets/messages'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Section, section } from '../($lang).dashboard.settings/section'
import { repliesAddress } from './address'
import type { RepliesPage } from './replies.server'
import { ReplyForm } from './reply-form'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './replies.server'

export const handle = section<RepliesPage>('replies', {
  i18n: ['replies'],
  draft: (page) => (page?.changing ? 'change-reply' : 'add-reply'),
})

const shownLength = 160

export default function Replies() {
  const { t } = useTranslation()
  const page = useLoaderData() as RepliesPage
  const { replies, changing } = page
  const reply = replies.find(({ id }) => id === changing)
  return (
    <Section>
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
    </Section>
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
