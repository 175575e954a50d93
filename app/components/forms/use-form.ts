import { useActionData } from '@remix-run/react'
import { type FormAnswer, switchIntent } from '~/domain/forms/forms'

/**
 * Returns the errors of a refused form, if one of these buttons sent it; of any form of the page
 * where none is named, and also after a language switch.
 */
export function useForm<Answer extends FormAnswer = FormAnswer>(
  ...intents: string[]
): Answer | undefined {
  const answer = useActionData() as Answer | undefined
  if (!answer || intents.length === 0) return answer
  return [...intents, switchIntent].includes(answer.intent ?? '') ? answer : undefined
}
