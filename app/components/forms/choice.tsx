import type { FormAnswer } from '~/domain/forms/forms'
import { ErrorText } from './field'

interface ChoiceProps {
  name: string
  label: string
  chosen: string
  options: [value: string, label: string][]
  answer?: FormAnswer
}

/** One of several values in a list that opens. */
export function Choice({ name, label, chosen, options, answer }: ChoiceProps) {
  const error = answer?.errors[name]
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select
        id={name}
        name={name}
        defaultValue={answer?.typed[name] ?? chosen}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${name}-error`}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <ErrorText id={`${name}-error`} error={error} />
    </div>
  )
}
