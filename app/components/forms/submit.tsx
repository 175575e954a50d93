import type { ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  /** Identifies the button to the page's action. */
  intent: string
  look?: 'main' | 'second' | 'danger'
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
