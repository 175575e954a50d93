import { AppLink } from '~/i18n/localized-link'
import { OfferCard } from './offer-card'
import type { Toast } from './queue'

/** Milliseconds; enough to read and to reach the link. */
const lifetime = 20_000

export function LinkCard({
  toast,
  link,
  close,
}: {
  toast: Toast
  link: NonNullable<Toast['link']>
  close: () => void
}) {
  return (
    <OfferCard toast={toast} lifetime={lifetime} close={close}>
      <AppLink className="button small" to={link.to} onClick={close}>
        {link.text}
      </AppLink>
    </OfferCard>
  )
}
