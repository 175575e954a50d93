import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Toast } from './queue'

/** Milliseconds that a toast is read for. */
const lifetime = 5_000

/** Pixels that a pointer may slip during a click. */
const dragSlop = 4

/** Dragged further than this share of its width, a toast is thrown away. */
const dragThreshold = 0.6

/**
 * One toast: a click or a long enough drag closes it, and so does time, which stands still while
 * the pointer rests on it, while it has the focus, or while the window has lost it.
 */
export function ToastCard({ toast, close }: { toast: Toast; close: () => void }) {
  const [held, setHeld] = useState(false)
  const [away, setAway] = useState(false)
  const [dragged, setDragged] = useState(0)
  const from = useRef<number>()
  const moved = useRef(false)
  const left = useRef(lifetime)
  const closing = useRef(close)
  closing.current = close

  useEffect(() => {
    const leave = () => setAway(true)
    const comeBack = () => setAway(false)
    window.addEventListener('blur', leave)
    window.addEventListener('focus', comeBack)
    return () => {
      window.removeEventListener('blur', leave)
      window.removeEventListener('focus', comeBack)
    }
  }, [])

  useEffect(() => {
    if (held || away) return
    const began = Date.now()
    const timer = setTimeout(() => closing.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - began
    }
  }, [held, away])

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
      // A mouse that has dragged clicks too as it lets go; a key's click has no `detail`.
      onClick={({ detail }) => (detail === 0 || !moved.current) && close()}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
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
