import { formatSpan } from '~/i18n/formats'
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
        {[...page.days].reverse().map(({ day, begun, answered, medianFirstReply }) => (
          <tr key={day}>
            <th scope="row">{day}</th>
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
  const strokes = values.map((value, day) => {
    if (value === undefined) return ''
    const up = Math.max(least, (value / most) * height)
    return `M${day + 0.5} ${height + 2}v${-up.toFixed(1)}`
  })
  return (
    <svg
      className="strokes"
      width="100%"
      height={height + 4}
      viewBox={`0 0 ${values.length} ${height + 4}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={strokes.slice(0, -1).join('')} />
      <path d={strokes.at(-1)} />
    </svg>
  )
}
