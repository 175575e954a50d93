import { useActionData } from '@remix-run/react'
import { type FormAnswer, switchIntent } from '~/domain/forms/forms'

/**
 * Returns what is said of a form that was not taken, if it was sent by one of these buttons; of any
 * form of the page where none is named. One that is only to be seen in another language may be any.
 */
export function useForm<Answer extends FormAnswer = FormAnswer>(
  ...intents: string[]
): Answer | undefined {
  const answer = useActionData() as Answer | undefined
  if (!answer || intents.length === 0) return answer
  return [...intents, switchIntent].includes(answer.intent ?? '') ? answer : undefined
}
