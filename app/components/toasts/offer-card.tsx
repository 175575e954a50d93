import type { ReactNode } from 'react'
import { useTranslation } from '~/i18n/translation'
import { useLifetime } from './lifetime'
import type { Toast } from './queue'

/** What is said, with something to press, for so many milliseconds. */
export function OfferCard({
  toast: { kind, text },
  lifetime,
  close,
  children,
}: {
  toast: Toast
  lifetime: number
  close: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <div className={`toast offer ${kind}`} {...useLifetime(lifetime, close)}>
      <p>{text}</p>
      <span>
        {children}{' '}
        <button type="button" className="plain-button close" onClick={close}>
          {t('layout:close')}
        </button>
      </span>
    </div>
  )
}
