import { Fragment } from 'react'
import { useServedPage } from '~/components/site/page'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { type Finding, outcomes } from './checks'

/** The page holds every outcome, and the style shows the one that applies. */
export function Check({ name, outcome, value }: Finding) {
  const { t } = useTranslation()
  const words = (part: string) => t(`test:checks.${name}.${part}` as 'test:checks.live.title')
  return (
    <li className="check" id={`check-${name}`} data-state={outcome}>
      <h2>{words('title')}</h2>
      <p className="found">
        <output>{value}</output>{' '}
        <span className="tag">
          {([...outcomes[name], 'waiting'] as const).map((each) => (
            <Fragment key={each}>
              <span data-for={each}>{t(`test:words.${each}`)}</span>{' '}
            </Fragment>
          ))}
        </span>
      </p>
      {outcomes[name].map((each) => (
        <p key={each} className="quiet" data-for={each}>
          {words(each)}
        </p>
      ))}
      {name === 'live' && <GrowingPage />}
    </li>
  )
}

/** Without scripts one can watch the lines arrive. */
function GrowingPage() {
  const { t } = useTranslation()
  const { script } = useServedPage()
  const language = useLanguage()
  const frame = (
    <iframe title={t('test:growing')} src={`/live?as=test-page&lang=${language}`} height="224" />
  )
  return script ? <noscript>{frame}</noscript> : frame
}
