import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/** Events within this span are answered by one reading of the page's data. */
const gathered = 150

/** Reads the page's data again whenever something happens at the desk. Without scripts it does nothing. */
export function useLiveDesk() {
  const { revalidate } = useRevalidator()
  const again = useRef(revalidate)
  again.current = revalidate
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let source: EventSource
    let pause = 1_000
    const read = () => {
      clearTimeout(timer)
      timer = setTimeout(() => again.current(), gathered)
    }
    const open = () => {
      source = new EventSource('/live')
      source.onopen = () => {
        pause = 1_000
        // What happened before the line was there, or while it was cut, is read now.
        read()
      }
      source.addEventListener('desk', read)
      source.onerror = () => {
        if (source.readyState !== EventSource.CLOSED) return
        clearTimeout(timer)
        timer = setTimeout(() => {
          again.current()
          open()
        }, pause)
        pause = Math.min(pause * 2, 60_000)
      }
    }
    open()
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [])
}
