import { useActionData, useRouteLoaderData } from '@remix-run/react'
import { type FormAnswer, switchIntent } from '~/domain/forms/forms'
import type { RootData } from '../site/session'

/**
 * The errors of a form that one of these buttons sent; without any, of any form. Also what was typed
 * before one had to sign in again.
 */
export function useForm<Answer extends FormAnswer = FormAnswer>(
  ...intents: string[]
): Answer | undefined {
  const root = useRouteLoaderData('root') as RootData | undefined
  const answer = (useActionData() ?? root?.unsent) as Answer | undefined
  if (!answer || intents.length === 0) return answer
  return [...intents, switchIntent].includes(answer.intent ?? '') ? answer : undefined
}
