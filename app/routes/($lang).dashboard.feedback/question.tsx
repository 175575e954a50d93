import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { SubmitLine } from '~/components/forms/submit'
import type { FormAnswer } from '~/domain/forms/forms'
import { standIn } from '~/domain/text/languages'
import { fieldIn } from '~/domain/text/localized-fields'
import { languageName } from '~/i18n/countries'
import { useLanguage, useLanguages } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { FeedbackRoom } from './loader.server'

export function Question({ room, answer }: { room: FeedbackRoom; answer?: FormAnswer }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { askRating, usualQuestion, publicKey } = room
  return (
    <details className="ask" open={!room.any || answer !== undefined || undefined}>
      <summary>
        <h2>{t('feedback:question')}</h2>
      </summary>
      <p className="quiet">
        {t('feedback:questionLead')}{' '}
        <LocalizedLink to={`/chat?desk=${publicKey}&feedback=1`}>
          {t('feedback:freePage')}
        </LocalizedLink>
      </p>
      <DeskForm className="stack" id="question">
        {useLanguages().map((each) => (
          <Field
            key={each}
            name={fieldIn('ask', each)}
            lang={each}
            label={t('feedback:questionIn', { language: languageName(each, language) })}
            placeholder={standIn(askRating, each) ?? usualQuestion[each]}
            maxLength={200}
            defaultValue={askRating[each]}
          />
        ))}
        <SubmitLine intent="save-question" label={t('feedback:saveQuestion')} />
      </DeskForm>
    </details>
  )
}
