import { AppLink, LocalizedLink } from '~/i18n/localized-link'

/** The way on, while the desk or its shop is being set up. */
export function Next({ next }: { next?: { text: string; to: string } }) {
  if (!next) return null
  const Way = next.to.startsWith('/dashboard') ? AppLink : LocalizedLink
  return (
    <p>
      <Way className="button" to={next.to}>
        {next.text}
      </Way>
    </p>
  )
}
