import type { ReactNode } from 'react'
import { ErrorText } from '~/components/forms/field'
import { useGive } from '~/components/forms/given'
import type { FormAnswer } from '~/domain/forms/forms'

interface TickProps {
  name: string
  ticked: boolean
  answer?: FormAnswer
  children: ReactNode
}

export function Tick({ name, ticked, answer, children }: TickProps) {
  useGive()(name, ticked ? 'on' : '')
  const error = answer?.errors[name]
  return (
    <div>
      <label className="tick">
        <input
          type="checkbox"
          name={name}
          defaultChecked={answer ? answer.typed[name] === 'on' : ticked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${name}-error`}
        />{' '}
        <span>{children}</span>
      </label>
      <ErrorText id={`${name}-error`} error={error} />
    </div>
  )
}
