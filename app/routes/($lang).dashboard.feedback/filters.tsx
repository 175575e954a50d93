import { Form } from '@remix-run/react'
import { feedbackPeriodDays } from '~/components/feedback/feedback-view'
import { DeskField } from '~/components/forms/desk-form'
import { feedbackKinds, feedbackStates } from '~/domain/feedback/feedback'
import { ratings } from '~/domain/feedback/ratings'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { FeedbackRoom } from './loader.server'

export function Filters({ room }: { room: FeedbackRoom }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { view } = room
  return (
    <Form
      className="narrow"
      method="get"
      action={localizedPath('/dashboard/feedback', language)}
      key={JSON.stringify(view)}
    >
      <DeskField />
      <label>
        {t('feedback:period')}
        <select name="period" defaultValue={view.period}>
          {feedbackPeriodDays().map((period) => (
            <option key={period} value={period}>
              {t('feedback:weeks', { count: period / 7 })}
            </option>
          ))}
        </select>
      </label>{' '}
      <label>
        {t('feedback:rating')}
        <select name="rating" defaultValue={view.rating ?? ''}>
          <option value="">{t('feedback:anyRating')}</option>
          {[...ratings].reverse().map((rating) => (
            <option key={rating} value={rating}>
              {t('layout:ratingOf', { rating })}
            </option>
          ))}
        </select>
      </label>{' '}
      <label>
        {t('feedback:kind')}
        <select name="kind" defaultValue={view.kind ?? ''}>
          <option value="">{t('feedback:anyKind')}</option>
          {feedbackKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`feedback:kinds.${kind}`)}
            </option>
          ))}
        </select>
      </label>{' '}
      <label>
        {t('feedback:state')}
        <select name="state" defaultValue={view.state}>
          {feedbackStates.map((state) => (
            <option key={state} value={state}>
              {t(`feedback:states.${state}`)}
            </option>
          ))}
        </select>
      </label>{' '}
      <label className="tick">
        <input type="checkbox" name="comment" value="1" defaultChecked={view.withComment} />
        {t('feedback:withComment')}
      </label>{' '}
      <button className="button second">{t('feedback:apply')}</button>
    </Form>
  )
}
