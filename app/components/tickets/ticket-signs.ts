import { signsEvery } from '~/domain/live/presence'
import { stayAtEnd } from './stay-at-end'

/** Milliseconds between two typing signs. */
const typingSignsEvery = 4_000

/**
 * Reports to `address` that a member types an answer, and to `others` of the desk that the ticket is
 * open, and follows its end. Returns how to stop.
 */
export function attend(address: string, others: boolean): () => void {
  const send = (sign: string) => navigator.sendBeacon(`${address}&${sign}`)
  const stops = [signTyping(send), others && signOpen(send), stayAtEnd()]
  return () => {
    for (const stop of stops) if (stop) stop()
  }
}

/** Reports to `address` once that somebody looks at the page. Returns how to stop. */
export function signSeen(address: string): () => void {
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
