import { useActionData, useRouteLoaderData } from '@remix-run/react'
import { createContext, useContext } from 'react'
import { type FormAnswer, keepingIntents } from '~/domain/forms/forms'
import { useKept } from '../site/kept'
import type { RootData } from '../site/session'

/** What the action of a layout answered, for the page within it. */
export const AnswerAround = createContext<unknown>(undefined)

/**
 * The errors of a form submitted by one of these buttons; without a list, by any button. Also returns what
 * was typed before the session ended. Stays until the next press or link, whatever happens at the desk.
 */
export function useForm<Answer extends FormAnswer = FormAnswer>(
  ...intents: string[]
): Answer | undefined {
  const root = useRouteLoaderData('root') as RootData | undefined
  const around = useContext(AnswerAround)
  const answer = useKept((useActionData() ?? around ?? root?.unsent) as Answer | undefined)
  if (!answer || intents.length === 0) return answer
  return [...intents, ...keepingIntents].includes(answer.intent ?? '') ? answer : undefined
}
