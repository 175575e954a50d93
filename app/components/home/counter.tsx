import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { AvailabilityLine, replyText } from '../desks/availability'
import type { HomeFacts } from './home-facts'

/** Whether somebody is at the counter, with a link to the chat. */
export function Counter({ facts: { counter } }: { facts: HomeFacts }) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (!counter) {
    return (
      <section className="counter">
        <h2>{t('home:closed')}</h2>
        <p>{t('home:closedHint')}</p>
        <LocalizedLink to="/signup" className="button">
          {t('home:setUp')}
        </LocalizedLink>
      </section>
    )
  }
  return (
    <section className="counter">
      <h2>
        <AvailabilityLine presence={counter.presence} />
      </h2>
      <p>{replyText(t, language, counter.presence)}</p>
      <LocalizedLink to="/chat" className="button">
        {t('counter:ask')}
      </LocalizedLink>
    </section>
  )
}
