import { AppLink, LocalizedLink } from '~/i18n/localized-link'

/** The way on, while the desk or its shop is being set up; the main button once the step before is done. */
export function Next({ next }: { next?: { text: string; to: string; done: boolean } }) {
  if (!next) return null
  const Way = next.to.startsWith('/dashboard') ? AppLink : LocalizedLink
  return (
    <p>
      <Way className={next.done ? 'button' : 'button second'} to={next.to}>
        {next.text}
      </Way>
    </p>
  )
}
