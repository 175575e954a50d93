import { useEffect, useRef, useState } from 'react'

/**
 * Closes after this time (milliseconds). The countdown pauses while the toast is hovered or focused, or
 * its window is inactive. Returns the handlers that pause it.
 */
export function useLifetime(lifetime: number, close: () => void) {
  const [held, setHeld] = useState(false)
  const [away, setAway] = useState(false)
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

  return {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
}
