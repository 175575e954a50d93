import type { HomePart } from '~/domain/site/settings'
import { useLanguage } from '~/i18n/language'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { hoursLines, useHoursText, weekdayNames } from '../desks/hours-text'
import { Pause } from '../shop/pause'
import { ProductCards } from '../shop/product-card'
import { Counter } from './counter'
import type { HomeFacts } from './home-facts'
import { Headline, OwnPart, Paragraphs, Row } from './own-part'

interface Props {
  part: HomePart
  facts: HomeFacts
}

/** A part of the home page as guests see it; renders nothing if it is empty. */
export function HomePartView({ part, facts }: Props) {
  switch (part.name) {
    case 'headline':
      return (
        <div className="hero">
          <Headline part={part} name={facts.name} />
          <Counter facts={facts} />
        </div>
      )
    case 'hours':
      return <Hours part={part} facts={facts} />
    case 'products':
      return <Products part={part} facts={facts} />
    case 'how':
      return <How part={part} />
    default:
      return <OwnPart part={part} />
  }
}

function Hours({ part, facts: { week, company } }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const hoursText = useHoursText()
  const days = weekdayNames(language)
  if (!week && !company) return null
  return (
    <Row part={part} usual={t(week ? 'home:hours' : 'home:place')}>
      <div className="place">
        {week && (
          <dl>
            {hoursLines(week).map(({ first, last, slots }) => (
              <div key={first}>
                <dt>{first === last ? days[first] : `${days[first]}–${days[last]}`}</dt>
                <dd>{hoursText(slots)}</dd>
              </div>
            ))}
          </dl>
        )}
        {company && (
          <address>
            {company.name}
            <br />
            {company.place}
            <br />
            <a
              href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(company.place)}`}
              rel="noopener"
            >
              {t('home:map')}
            </a>
          </address>
        )}
      </div>
      <Paragraphs text={part.text} />
    </Row>
  )
}

function Products({ part, facts: { counter, shelf } }: Props) {
  const { t } = useTranslation()
  // Before the counter has an owner, it says that itself.
  if (!shelf && !counter) return null
  if (!shelf) {
    return (
      <Row part={part} usual={t('home:products')}>
        <p>
          {t('shop:closed')} {t('shop:closedText')}
        </p>
      </Row>
    )
  }
  if (shelf.products.length === 0) return null
  const { state, ...cards } = shelf
  return (
    <Row part={part} usual={t('home:products')}>
      <Pause state={state} />
      <ProductCards level="h3" {...cards} />
      <p className="onwards">
        <LocalizedLink to="/shop">{t('home:toShop')}</LocalizedLink>
      </p>
    </Row>
  )
}

function How({ part }: Pick<Props, 'part'>) {
  const { t } = useTranslation()
  return (
    <Row part={part} usual={t('home:how')}>
      <ol className="steps">
        {(['stepWrite', 'stepAnswer', 'stepReturn'] as const).map((step) => (
          <li key={step}>
            <div>
              <h3>{t(`home:${step}`)}</h3>
              <p>{t(`home:${step}Text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Row>
  )
}
