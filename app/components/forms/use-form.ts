import { useActionData, useLocation, useRouteLoaderData } from '@remix-run/react'
import { useRef } from 'react'
import { type FormAnswer, keepingIntents } from '~/domain/forms/forms'
import type { RootData } from '../site/session'

/**
 * The errors of a form submitted by one of these buttons; without a list, by any button. Also returns what
 * was typed before the session ended.
 */
export function useForm<Answer extends FormAnswer = FormAnswer>(
  ...intents: string[]
): Answer | undefined {
  const unsent = useUnsent()
  const answer = (useActionData() ?? unsent) as Answer | undefined
  if (!answer || intents.length === 0) return answer
  return [...intents, ...keepingIntents].includes(answer.intent ?? '') ? answer : undefined
}

/** Given back once, with the page; reading the page's data again brings none. */
function useUnsent(): FormAnswer | undefined {
  const root = useRouteLoaderData('root') as RootData | undefined
  const { key } = useLocation()
  const last = useRef<{ unsent: FormAnswer; key: string }>()
  if (root?.unsent) last.current = { unsent: root.unsent, key }
  return last.current?.key === key ? last.current.unsent : undefined
}
