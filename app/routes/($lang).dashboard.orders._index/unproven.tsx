import { useSendsNoLetters } from '~/components/site/session'
import { useTranslation } from '~/i18n/translation'

/** That the customer has not confirmed the order, or cannot, without a mail server. */
export function Unproven({ text }: { text: 'orders:unproven' | 'orders:toConfirmText' }) {
  const { t } = useTranslation()
  return <p className="quiet">{t(useSendsNoLetters() ? 'orders:unmailed' : text)}</p>
}
