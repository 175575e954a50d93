import { useTranslation } from '~/i18n/translation'
import type { OrderShown } from './order-page.server'

export function TransferSlip({ rows, code }: NonNullable<OrderShown['transfer']>) {
  const { t } = useTranslation()
  return (
    <section className="slip" aria-labelledby="transfer">
      <h2 id="transfer">{t('order:transfer')}</h2>
      <dl>
        {rows.map(({ label, value, copied }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}{' '}
              {copied && (
                <button
                  type="button"
                  className="plain-button"
                  data-copy={copied}
                  data-copied={t('order:copied')}
                  hidden
                >
                  {t('order:copy')} <span className="visually-hidden">{label}</span>
                </button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <figure>
        {/* A white quiet zone of four modules, as the standard asks, in dark mode too. */}
        <svg
          role="img"
          aria-label={t('order:code')}
          viewBox={`-4 -4.5 ${code.size + 8} ${code.size + 8}`}
          shapeRendering="crispEdges"
        >
          <path
            className="light"
            d={`M-4-4.5h${code.size + 8}v${code.size + 8}h-${code.size + 8}z`}
          />
          <path className="dark" d={code.path} />
        </svg>
        <figcaption>{t('order:scan')}</figcaption>
      </figure>
    </section>
  )
}
