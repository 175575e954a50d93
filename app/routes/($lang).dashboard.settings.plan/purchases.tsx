import { sectionAddress } from '~/domain/desks/sections'
import type { standingsOf } from '~/domain/shop/standings'
import { AppLink, LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'

interface Purchase {
  number: number
  standings: ReturnType<typeof standingsOf>
  orderedOn: string
  total: string
  /** The path of its own page, without its language; undefined where it has none any more. */
  address?: string
}

export function Purchases({
  lines,
  next,
  later,
}: {
  lines: Purchase[]
  next?: number
  later: boolean
}) {
  const { t } = useTranslation()
  return (
    <section id="purchases" aria-labelledby="purchases-heading">
      <h2 id="purchases-heading">{t('plan:purchases.heading')}</h2>
      {lines.length === 0 && (
        <p>
          {t('plan:purchases.none')}{' '}
          <LocalizedLink to="/shop">{t('plan:purchases.toShop')}</LocalizedLink>
        </p>
      )}
      {lines.length > 0 && (
        <ul className="ledger">
          {lines.map((line) => (
            <li key={line.number}>
              {line.address ? (
                <LocalizedLink to={line.address}>
                  <Line {...line} />
                </LocalizedLink>
              ) : (
                <Line {...line} />
              )}
            </li>
          ))}
        </ul>
      )}
      {(later || next) && (
        <p className="deeds">
          {later && <AppLink to={sectionAddress('plan')}>{t('plan:purchases.newest')}</AppLink>}
          {next && (
            <AppLink to={`${sectionAddress('plan')}?before=${next}#purchases`}>
              {t('plan:purchases.earlier')}
            </AppLink>
          )}
        </p>
      )}
    </section>
  )
}

function Line({ number, standings, orderedOn, total }: Purchase) {
  const { t } = useTranslation()
  return (
    <>
      <span className="who">{t('plan:purchases.number', { number })}</span>{' '}
      <span className="since">{total}</span>{' '}
      <span className="latest">
        {[...standings.map((each) => t(`plan:purchases.states.${each}`)), orderedOn].join(' · ')}
      </span>
    </>
  )
}
