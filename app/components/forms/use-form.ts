import { useActionData } from '@remix-run/react'
import { type FormAnswer, switchIntent } from '~/domain/forms/forms'

/** The errors of a form that one of these buttons sent; without any, of any form. */
export function useForm<Answer extends FormAnswer = FormAnswer>(
  ...intents: string[]
): Answer | undefined {
  const answer = useActionData() as Answer | undefined
  if (!answer || intents.length === 0) return answer
  return [...intents, switchIntent].includes(answer.intent ?? '') ? answer : undefined
}
