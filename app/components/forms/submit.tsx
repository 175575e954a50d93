import type { ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  /** By which the page's action knows the button. */
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

/** With a paragraph to itself. */
export function SubmitLine(props: Props) {
  return (
    <p>
      <Submit {...props} />
    </p>
  )
}
