import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Toast } from './queue'

/** Milliseconds that a toast is read for. */
const lifetime = 5_000

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

  function drag(event: PointerEvent<HTMLElement>) {
    if (from.current !== undefined) setDragged(event.clientX - from.current)
  }

  function drop({ currentTarget }: PointerEvent<HTMLElement>) {
    from.current = undefined
    if (Math.abs(dragged) >= currentTarget.offsetWidth * dragThreshold) close()
    else setDragged(0)
  }

  return (
    <button
      type="button"
      className={`toast ${toast.kind}`}
      style={{ transform: `translateX(${dragged}px)` }}
      // The end of a drag is a click too; only one that went nowhere closes.
      onClick={() => Math.abs(dragged) < 4 && close()}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerDown={(event) => {
        from.current = event.clientX
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      {toast.text}
    </button>
  )
}
