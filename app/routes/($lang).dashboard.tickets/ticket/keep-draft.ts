import { useFetcher } from '@remix-run/react'
import { type RefObject, useEffect, useRef } from 'react'
import { draftIntent } from '~/components/site/press'
import { bodyOf } from '~/components/tickets/composer'
import { type UnattendedAnswer, unattended } from '~/domain/forms/forms'
import { longestMessage } from '~/domain/tickets/messages'
import type { KeptDraft } from './kept-draft.server'

/** Milliseconds without typing. */
const pause = 1_500

/** What of the form goes along: not its files. */
const fields = ['account', 'key', 'seen'] as const

/**
 * Has the server keep what is typed once typing pauses, the field is empty, or the page is left or hidden, so that it
 * is there on other devices. `key` is that of the message; `before` is what the server had, and `back` the words of an
 * answer that was taken back, which it keeps by itself. Returns why the last was not kept: the next pause tries again.
 */
export function useKeptDraft(
  form: RefObject<HTMLFormElement>,
  { action, key, before, back }: { action: string; key: string; before?: KeptDraft; back?: string },
): UnattendedAnswer | undefined {
  const { submit, data } = useFetcher<UnattendedAnswer>()
  const kept = useRef<string | undefined>(asKept(before?.body, before?.isNote ? 'note' : 'reply'))
  const first = useRef(key)
  useEffect(() => {
    const element = form.current
    if (!element) return
    // What was sent is no draft any more.
    if (first.current !== key) kept.current = ''
    first.current = key
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = () => {
      clearTimeout(timer)
      timer = undefined
    }
    const keep = () => {
      stop()
      const body = bodyOf(element)?.value ?? ''
      const as = element.dataset.writes ?? 'reply'
      const now = asKept(body, as)
      // What is too long is refused, and what no form may be as large as, before any page reads it.
      if (now === kept.current || body.length > longestMessage) return
      const sent = new FormData()
      const all = new FormData(element)
      for (const name of fields) if (all.has(name)) sent.set(name, all.get(name) ?? '')
      sent.set('intent', draftIntent)
      sent.set('body', body)
      sent.set('as', as)
      if (Boolean(body) !== Boolean(kept.current)) sent.set('listed', '1')
      kept.current = now
      submit(sent, { method: 'post', action: `${action}&${unattended}` })
    }
    const typed = ({ target }: Event) => {
      if (target !== bodyOf(element)) return
      stop()
      // Leaving at once must not bring the words of an emptied field back.
      if (bodyOf(element)?.value) timer = setTimeout(keep, pause)
      else keep()
    }
    const hidden = () => document.hidden && keep()
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('input', typed, { signal })
    element.addEventListener('submit', stop, { signal })
    document.addEventListener('visibilitychange', hidden, { signal })
    // Safari 15 hides no page that is left.
    window.addEventListener('pagehide', keep, { signal })
    return () => {
      listening.abort()
      if (timer) keep()
    }
  }, [form, action, key, submit])
  useEffect(() => {
    if (back) kept.current = asKept(back, 'reply')
  }, [back])
  useEffect(() => {
    if (data?.errors.form) kept.current = undefined
  }, [data])
  return data?.errors.form ? data : undefined
}

/** The words with what they are, which a press may change; nothing without words. */
function asKept(body = '', as: string): string {
  return body && `${as} ${body}`
}
