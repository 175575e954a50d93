import { formatDay, formatSpan } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { OverviewPage } from './loader.server'

export function Stats({ page }: { page: OverviewPage }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { days, usualReply } = page
  const today = days.at(-1)
  const yesterday = days.at(-2)
  const span = (milliseconds?: number) =>
    milliseconds === undefined ? '–' : formatSpan(milliseconds, language)
  const figures = [
    {
      name: t('overview:figures.begun'),
      figure: today?.begun,
      beside: t('overview:figures.yesterday', { figure: yesterday?.begun }),
      values: days.map(({ begun }) => begun),
    },
    {
      name: t('overview:figures.answered'),
      figure: today?.answered,
      beside: t('overview:figures.yesterday', { figure: yesterday?.answered }),
      values: days.map(({ answered }) => answered),
    },
    {
      name: t('overview:figures.firstReply'),
      figure: span(today?.medianFirstReply),
      beside:
        usualReply === undefined
          ? t('overview:figures.noReply')
          : t('overview:figures.usually', { span: span(usualReply) }),
      values: days.map(({ medianFirstReply }) => medianFirstReply),
    },
  ]
  return (
    <section aria-labelledby="today">
      <h2 id="today">{t('overview:figures.today')}</h2>
      <dl className="figures">
        {figures.map(({ name, figure, beside, values }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b>{figure}</b> <small>{beside}</small>
              <Sparkline values={values} />
            </dd>
          </div>
        ))}
      </dl>
      <details className="days">
        <summary>{t('overview:figures.caption')}</summary>
        <Days page={page} span={span} />
      </details>
    </section>
  )
}

function Days({ page, span }: { page: OverviewPage; span: (milliseconds?: number) => string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('overview:figures.day')}</th>
          <th scope="col">{t('overview:figures.begun')}</th>
          <th scope="col">{t('overview:figures.answered')}</th>
          <th scope="col">{t('overview:figures.firstReply')}</th>
        </tr>
      </thead>
      <tbody>
        {page.days.toReversed().map(({ since, begun, answered, medianFirstReply }) => (
          <tr key={since.getTime()}>
            <th scope="row">{formatDay(since, language, page.timeZone)}</th>
            <td>{begun}</td>
            <td>{answered}</td>
            <td>{span(medianFirstReply)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Pixels: the tallest stroke, and the dot of an empty day. */
const [height, least] = [40, 1.5]

/** A stroke a day, today last; a day without a value is a gap. */
function Sparkline({ values }: { values: (number | undefined)[] }) {
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  return (
    <svg className="strokes" width="100%" height={height + 4} aria-hidden="true">
      {values.map((value, day) => {
        const across = `${((day + 0.5) / values.length) * 100}%`
        const up = value === undefined ? 0 : Math.max(least, (value / most) * height)
        const top = height + 2 - up
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
          <line key={day} x1={across} x2={across} y1={height + 2} y2={top} opacity={up && 1} />
        )
      })}
    </svg>
  )
}
