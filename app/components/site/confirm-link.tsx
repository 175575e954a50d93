import { LocalizedLink } from '~/i18n/localized-link'
import { useSendsNoMail } from './session'

/** Leads to the letter that confirms one's address, where such letters leave. */
export function ConfirmLink({ text, ...link }: { text: string; to?: string; className?: string }) {
  if (useSendsNoMail()) return null
  return (
    <LocalizedLink to="/verify-email" {...link}>
      {text}
    </LocalizedLink>
  )
}
