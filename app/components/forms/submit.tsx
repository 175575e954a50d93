import type { ComponentProps } from 'react'

export type Look = 'main' | 'second' | 'danger'

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  /** Identifies the button to the page's action. */
  intent: string
  look?: Look
  label: string
}

export function Submit({ intent, look, label, ...button }: Props) {
  const className = look ? `button ${look}` : 'button'
  return (
    <button className={className} name="intent" value={intent} {...button}>
      {label}
    </button>
  )
}

/** In a paragraph of its own. */
export function SubmitLine(props: Props) {
  return (
    <p>
      <Submit {...props} />
    </p>
  )
}
