import { useState } from 'react'
import type { FormAnswer } from '~/domain/forms/forms'

/**
 * The mark of what a form has shown, also while it is refused. After a conflict that of what is there by then: sent
 * again, the form replaces that.
 */
export function Seen({ value, answer }: { value: string; answer?: FormAnswer }) {
  return <input type="hidden" name="seen" value={answer?.seen ?? answer?.typed.seen ?? value} />
}

/**
 * What a form has shown of something that changes beside it: what is typed counts as far as it differs from that. It
 * stays as long as the form does, also while that is refused.
 */
export function AsShown({
  name,
  value,
  answer,
}: {
  name: string
  value: string | number
  answer?: FormAnswer
}) {
  const [shown] = useState(answer?.typed[name] ?? value)
  return <input type="hidden" name={name} value={shown} />
}
