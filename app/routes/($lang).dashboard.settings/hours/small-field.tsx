import type { ComponentProps } from 'react'
import { ErrorText } from '~/components/forms/field'
import { useGive } from '~/components/forms/given'
import type { FormAnswer } from '~/domain/forms/forms'

/** Its label is for screen readers; the error is below the line. */
export function SmallField({
  name,
  label,
  kept = '',
  answer,
  ...input
}: { name: string; label: string; kept?: string; answer?: FormAnswer } & ComponentProps<'input'>) {
  useGive()(name, kept)
  const error = answer?.errors[name]
  const focused = { autoFocus: (answer && firstOf(answer) === name) || undefined }
  return (
    <input
      {...input}
      {...focused}
      id={name}
      name={name}
      aria-label={label}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${name}-error` : undefined}
      defaultValue={answer?.typed[name] ?? kept}
    />
  )
}

export function SmallErrors({ names, answer }: { names: string[]; answer?: FormAnswer }) {
  return names.map((name) => (
    <ErrorText key={name} id={`${name}-error`} error={answer?.errors[name]} />
  ))
}

/** The first error, or the field that was just added. */
function firstOf({ errors, typed }: FormAnswer): string | undefined {
  return Object.keys(errors).find((name) => errors[name]) ?? typed.focus
}
