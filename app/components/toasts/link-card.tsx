import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { useLifetime } from './lifetime'
import type { Toast } from './queue'

/** Milliseconds; enough to read and to reach the link. */
const lifetime = 20_000

export function LinkCard({
  toast: { kind, text },
  link,
  close,
}: {
  toast: Toast
  link: NonNullable<Toast['link']>
  close: () => void
}) {
  const { t } = useTranslation()
  return (
    <div className={`toast offer ${kind}`} {...useLifetime(lifetime, close)}>
      <p>{text}</p>
      <span>
        <AppLink className="button small" to={link.to} onClick={close}>
          {link.text}
        </AppLink>{' '}
        <button type="button" className="plain-button close" onClick={close}>
          {t('layout:close')}
        </button>
      </span>
    </div>
  )
}
