import { AppLink } from '~/i18n/localized-link'

/** In the head of one of a list's things: back to the list, as an arrow with a name. */
export function BackLink({ to, text }: { to: string; text: string }) {
  return (
    <AppLink className="back" to={to} title={text}>
      <span aria-hidden="true">←</span>
      <span className="visually-hidden">{text}</span>
    </AppLink>
  )
}
