import type { ReactNode } from 'react'
import { QrCodeImage } from '~/components/site/qr-code-image'
import { useTranslation } from '~/i18n/translation'
import type { OrderShown } from './order-page.server'

export function TransferSlip({
  heading,
  rows,
  code,
  children,
}: NonNullable<OrderShown['transfer']> & { heading: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <section className="slip" aria-labelledby="transfer">
      <h2 id="transfer">{heading}</h2>
      {children}
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
        <QrCodeImage code={code} label={t('order:code')} />
        <figcaption>{t('order:scan')}</figcaption>
      </figure>
    </section>
  )
}
