import { useActionData, useRouteLoaderData } from '@remix-run/react'
import { type FormAnswer, keepingIntents } from '~/domain/forms/forms'
import { useKept } from '../site/kept'
import type { RootData } from '../site/session'

/**
 * The errors of a form submitted by one of these buttons; without a list, by any button. Also returns what
 * was typed before the session ended. Stays until the next press or link, whatever happens at the desk.
 */
export function useForm<Answer extends FormAnswer = FormAnswer>(
  ...intents: string[]
): Answer | undefined {
  const root = useRouteLoaderData('root') as RootData | undefined
  const answer = useKept((useActionData() ?? root?.unsent) as Answer | undefined)
  if (!answer || intents.length === 0) return answer
  return [...intents, ...keepingIntents].includes(answer.intent ?? '') ? answer : undefined
}
