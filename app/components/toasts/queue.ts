/** A short message that comes and goes; on pages without scripts a banner says the same. */
export interface Toast {
  kind: 'done' | 'error'
  text: string
  /** What can be done about it. Such a toast stays until one takes the offer or leaves it. */
  offer?: { take: string; leave: string; deed: () => void }
}

type Listener = (toast: Toast) => void

/** Toasts that were raised before anybody could show them. */
const waiting: Toast[] = []
let listener: Listener | undefined

/** Shows a message in the corner, wherever in the page it comes from. */
export function raiseToast(toast: Toast) {
  if (listener) listener(toast)
  else waiting.push(toast)
}

/** Takes over showing toasts, those that wait first. The answer gives it up again. */
export function takeToasts(next: Listener): () => void {
  listener = next
  for (const toast of waiting.splice(0)) next(toast)
  return () => {
    if (listener === next) listener = undefined
  }
}
