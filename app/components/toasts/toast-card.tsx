import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Toast } from './queue'

/** Milliseconds. */
const lifetime = 5_000

/** Pixels that a pointer may slip during a click. */
const dragSlop = 4

/** Dragged beyond this share of its width, a toast closes. */
const dragThreshold = 0.6

/** Its time stops while it is hovered or focused, or its window is inactive. */
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
      // A mouse clicks after a drag too; a key's click has no `detail`.
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
