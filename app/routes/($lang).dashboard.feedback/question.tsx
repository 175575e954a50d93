import { Form } from '@remix-run/react'
import { Field } from '~/components/forms/field'
import type { FormAnswer } from '~/domain/forms/forms'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { FeedbackRoom } from './loader.server'

export function Question({ room, answer }: { room: FeedbackRoom; answer?: FormAnswer }) {
  const { t } = useTranslation()
  const { askRating, publicKey } = room
  return (
    <section aria-labelledby="question-heading">
      <h2 id="question-heading">{t('feedback:question')}</h2>
      <p className="quiet">
        {t('feedback:questionLead')}{' '}
        <LocalizedLink to={`/chat?desk=${publicKey}&feedback=1`}>
          {t('feedback:freePage')}
        </LocalizedLink>
      </p>
      <Form className="stack" id="question" method="post">
        <Field
          name="askEn"
          lang="en"
          label={t('feedback:questionEn')}
          placeholder="How was it?"
          maxLength={200}
          defaultValue={askRating.en}
          answer={answer}
        />
        <Field
          name="askDe"
          lang="de"
          label={t('feedback:questionDe')}
          placeholder="Wie war es?"
          maxLength={200}
          defaultValue={askRating.de}
          answer={answer}
        />
        <p>
          <button className="button" name="intent" value="save-question">
            {t('feedback:saveQuestion')}
          </button>
        </p>
      </Form>
    </section>
  )
}
