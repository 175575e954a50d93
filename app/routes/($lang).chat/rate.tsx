import { Star, Stars } from '~/components/feedback/stars'
import { ErrorText, Field } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import { useServedPage } from '~/components/site/page'
import { type Rating, ratings } from '~/domain/feedback/ratings'
import type { FormAnswer } from '~/domain/forms/forms'
import type { Language } from '~/domain/text/languages'
import { formatDay } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { ChatConversation, ChatPage } from './conversation.server'
import type { ShownRating } from './rate.server'
import { useConversationAddress } from './rights'

export function Rate({ page, conversation }: { page: ChatPage; conversation: ChatConversation }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const address = useConversationAddress(conversation.secret)
  const answer = useForm('rate')
  const { script } = useServedPage()
  const { rating } = conversation
  const { asked, given, changeableUntil, said, suggested } = rating
  // What was given is of the end before, until there is another one.
  const goesOn = given && conversation.word !== 'done' && !suggested && !answer
  const hidden = !asked || goesOn
  // The page's script shows it once the conversation is done.
  if (hidden && !script) return null
  const form = (
    <form method="post" noValidate action={`${address}#rate`}>
      <RateFields rating={rating} answer={answer} />
      <p>
        <button className="button second" name="intent" value="rate">
          {given ? t('rating:change') : t('rating:submit')}
        </button>
      </p>
    </form>
  )
  return (
    <div className="rate" id="rating" hidden={hidden} data-word={t('chat:done')}>
      {/* With scripts a page opens at the end of the thread, where this is, and needs not scroll to it. */}
      <noscript>
        <span id="rate" />
      </noscript>
      {given ? (
        <>
          <p className="given">
            <Stars rating={given.rating} /> <span>{t('rating:given', given)}</span>
          </p>
          {given.comment && !said && <p className="words">{given.comment}</p>}
          {changeableUntil ? (
            <details open={answer?.intent === 'rate'}>
              <summary>{t('rating:changeOpen')}</summary>
              {form}
              <p className="quiet">
                {t('rating:until', {
                  day: formatDay(changeableUntil, language, page.desk.timeZone),
                })}
              </p>
            </details>
          ) : (
            <p className="quiet">{t('rating:locked')}</p>
          )}
          {!changeableUntil && <ErrorText error={answer?.errors.rating} />}
        </>
      ) : (
        form
      )}
    </div>
  )
}

/** Without styles five plain radio buttons. */
export function RateFields({
  rating: { question, given, suggested },
  answer,
}: {
  rating: Pick<ShownRating, 'given' | 'suggested'> & {
    question?: { text: string; language?: Language }
  }
  answer?: FormAnswer
}) {
  const { t } = useTranslation()
  const chosen = answer?.typed.rating ?? String(suggested ?? given?.rating ?? '')
  const error = answer?.errors.rating
  return (
    <>
      <fieldset aria-describedby={error ? 'rating-error' : undefined}>
        <legend lang={question?.language}>{question?.text ?? t('rating:question')}</legend>
        <div className="stars">
          {ratings.map((each) => (
            <Choice key={each} rating={each} chosen={chosen} wrong={error !== undefined} />
          ))}
        </div>
      </fieldset>
      <ErrorText id="rating-error" error={error} />
      <Field
        multiline
        name="comment"
        label={t('rating:comment')}
        rows={2}
        defaultValue={given?.comment}
        answer={answer}
      />
    </>
  )
}

function Choice({ rating, chosen, wrong }: { rating: Rating; chosen: string; wrong: boolean }) {
  const { t } = useTranslation()
  const focused = { autoFocus: (wrong && rating === 1) || undefined }
  return (
    <label>
      <input
        type="radio"
        name="rating"
        value={rating}
        required
        defaultChecked={chosen === String(rating)}
        {...focused}
      />
      <Star size={28} />
      <span>{t('layout:ratingOf', { rating })}</span>
    </label>
  )
}
