import { feedbackQuery } from '~/components/feedback/feedback-view'
import { ratings } from '~/domain/feedback/ratings'
import { formatDecimal } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { FeedbackRoom } from './loader.server'

export function Stats({ room }: { room: FeedbackRoom }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { average, averageBefore, count, response, view } = room
  const share = response.asked > 0 ? Math.round((response.given / response.asked) * 100) : undefined
  const format = (figure: number | undefined) =>
    figure === undefined ? '–' : formatDecimal(figure, language)
  const figures = [
    {
      name: t('feedback:average'),
      figure: format(average),
      beside:
        averageBefore === undefined
          ? t('feedback:ofFive')
          : t('feedback:averageBefore', { average: format(averageBefore) }),
    },
    {
      name: t('feedback:count'),
      figure: count,
      beside: t(`feedback:periods.${view.period}`),
    },
    {
      name: t('feedback:response'),
      figure: share === undefined ? '–' : t('feedback:percent', { share }),
      beside: t('feedback:asked', response),
    },
  ]
  return (
    <dl className="figures">
      {figures.map(({ name, figure, beside }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{figure}</b> <small>{beside}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function Distribution({ room }: { room: FeedbackRoom }) {
  const { t } = useTranslation()
  const { counts, view } = room
  const most = Math.max(1, ...Object.values(counts))
  return (
    <section aria-labelledby="distribution">
      <h2 id="distribution">{t('feedback:distribution')}</h2>
      <ul className="bars">
        {[...ratings].reverse().map((rating) => (
          <li key={rating}>
            <AppLink
              to={`/dashboard/feedback${feedbackQuery({ ...view, rating })}#said`}
              aria-current={view.rating === rating || undefined}
            >
              <span className="visually-hidden">
                {t('feedback:bar', { rating, count: counts[rating] })}
              </span>{' '}
              <span aria-hidden="true">{rating}</span>
              <svg width="100%" height="12" aria-hidden="true">
                <rect width={`${Math.round((counts[rating] / most) * 100)}%`} height="12" rx="2" />
              </svg>
              <span aria-hidden="true">{counts[rating]}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
