import { signsEvery } from '~/domain/live/presence'
import { stayAtEnd } from './stay-at-end'

/** Milliseconds between two typing signs. */
const typingSignsEvery = 4_000

/**
 * Reports to `address` that a member types an answer, and to `others` of the desk that the ticket is
 * open, and follows its end. `unasked` as of `onceUsed`. Returns how to stop.
 */
export function attend(address: string, others: boolean, unasked?: string): () => void {
  const send = (sign: string) => navigator.sendBeacon(`${address}&${sign}`)
  const open = others && onceUsed(unasked, () => signOpen(send))
  const stops = [signTyping(send), open, stayAtEnd()]
  return () => {
    for (const stop of stops) if (stop) stop()
  }
}

/** Navigations that nobody pressed, by their keys, whose ticket was used since. */
const used = new Set<string>()

/** What tells that somebody uses a ticket. */
const uses = ['pointerdown', 'keydown', 'wheel'] as const

/** Runs at once, but of a ticket that opened by itself once it is used. Returns how to stop. */
function onceUsed(unasked: string | undefined, run: () => () => void): () => void {
  if (unasked === undefined || used.has(unasked)) return run()
  let stop = () => {
    for (const each of uses) document.removeEventListener(each, use)
  }
  const use = ({ target }: Event) => {
    if (!(target as Element).closest('.ticket')) return
    used.add(unasked)
    stop()
    stop = run()
  }
  for (const each of uses) document.addEventListener(each, use, { passive: true })
  return () => stop()
}

/**
 * Reports to `address` once that somebody looks at the page. `unasked` as of `onceUsed`. Returns how to stop.
 */
export function signSeen(address: string, unasked?: string): () => void {
  return onceUsed(unasked, () => signShown(address))
}

function signShown(address: string): () => void {
  const stop = () => document.removeEventListener('visibilitychange', look)
  const look = () => {
    if (document.hidden) return
    navigator.sendBeacon(address)
    stop()
  }
  document.addEventListener('visibilitychange', look)
  look()
  return stop
}

function signTyping(send: (sign: string) => void): () => void {
  let sentAt = 0
  const type = ({ target }: Event) => {
    if (!(target as Element).closest('#reply') || Date.now() - sentAt < typingSignsEvery) return
    sentAt = Date.now()
    send('typing=1')
  }
  const stop = () => {
    if (sentAt) send('typing=0')
    sentAt = 0
  }
  document.addEventListener('input', type)
  document.addEventListener('submit', stop)
  return () => {
    stop()
    document.removeEventListener('input', type)
    document.removeEventListener('submit', stop)
  }
}

/** While somebody looks at the page. */
function signOpen(send: (sign: string) => void): () => void {
  const page = `page=${Math.random().toString(36).slice(2)}`
  let timer: ReturnType<typeof setInterval> | undefined
  const leave = () => {
    if (timer) send(`${page}&gone`)
    clearInterval(timer)
    timer = undefined
  }
  // Hidden is also what a page becomes when it is closed.
  const look = () => {
    leave()
    if (document.hidden) return
    send(page)
    timer = setInterval(() => send(page), signsEvery)
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    leave()
  }
}
