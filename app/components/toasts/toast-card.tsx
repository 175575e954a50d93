import { type PointerEvent, useRef, useState } from 'react'
import { useLifetime } from './lifetime'
import type { Toast } from './queue'

/** Milliseconds. */
const lifetime = 5_000

/** Pixels that a pointer may slip during a click. */
const dragSlop = 4

/** Dragged beyond this share of its width, a toast closes. */
const dragThreshold = 0.6

export function ToastCard({ toast, close }: { toast: Toast; close: () => void }) {
  const [dragged, setDragged] = useState(0)
  const from = useRef<number>()
  const moved = useRef(false)
  const hold = useLifetime(lifetime, close)

  function drag({ clientX }: PointerEvent<HTMLElement>) {
    if (from.current === undefined) return
    const by = clientX - from.current
    if (Math.abs(by) >= dragSlop) moved.current = true
    setDragged(by)
  }

  function drop({ clientX, currentTarget }: PointerEvent<HTMLElement>) {
    const by = clientX - (from.current ?? clientX)
    if (Math.abs(by) >= currentTarget.offsetWidth * dragThreshold) close()
    else putBack()
    from.current = undefined
  }

  function putBack() {
    from.current = undefined
    setDragged(0)
  }

  return (
    <button
      type="button"
      className={`toast ${toast.kind}`}
      style={{ transform: `translateX(${dragged}px)` }}
      // A mouse clicks after a drag too; a key's click has no `detail`.
      onClick={({ detail }) => (detail === 0 || !moved.current) && close()}
      {...hold}
      onPointerDown={(event) => {
        from.current = event.clientX
        moved.current = false
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={putBack}
    >
      {toast.text}
    </button>
  )
}
