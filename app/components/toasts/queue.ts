import type { NoticeUndo } from '~/domain/forms/notices'

/** On pages without scripts a banner says the same. */
export interface Toast {
  kind: 'done' | 'error'
  text: string
  /** What undoes it; undefined after an own step that cannot be undone, absent from other news. */
  undo?: NoticeUndo
  /** Where to read on. */
  link?: { text: string; to: string }
  offer?: { take: string; leave: string; deed: () => void }
}

type Listener = (toast: Toast) => void

const waiting: Toast[] = []
let listener: Listener | undefined

export function raiseToast(toast: Toast) {
  if (listener) listener(toast)
  else waiting.push(toast)
}

/** Shows waiting toasts, then each new one; returns how to stop. */
export function takeToasts(next: Listener): () => void {
  listener = next
  for (const toast of waiting.splice(0)) next(toast)
  return () => {
    if (listener === next) listener = undefined
  }
}
