import { Fragment } from 'react'
import { useServedPage } from '~/components/site/page'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { type Finding, outcomes } from './checks'

/**
 * One look: what is looked at, what was found, and what that means. All that it may come to is in the
 * page, and its style shows what fits its state, so that the script need know no words.
 */
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

/** Where no script listens, one can look oneself whether the lines come one after the other. */
function GrowingPage() {
  const { t } = useTranslation()
  const { script } = useServedPage()
  const language = useLanguage()
  const frame = (
    <iframe title={t('test:growing')} src={`/live?as=test-page&lang=${language}`} height="224" />
  )
  return script ? <noscript>{frame}</noscript> : frame
}
