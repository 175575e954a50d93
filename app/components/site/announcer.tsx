import { useEffect, useRef, useState } from 'react'

/** A screen reader reads what is added; older lines need not stay. */
const mostLines = 3

let count = 0
let listener: ((text: string) => void) | undefined

/** Has screen readers read a text at the desk. */
export function announce(text: string) {
  listener?.(text)
}

/** Announces a text that appears on the page; again when `at` changes. */
export function useAnnounced(text: string | undefined, at?: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `at` distinguishes two of one wording
  useEffect(() => {
    if (text) announce(text)
  }, [text, at])
}

/** Announces with `text` that something has a new position, if what is returned was called before. */
export function useMoveAnnounced(position: number, text: string): () => void {
  const moving = useRef(false)
  const before = useRef(position)
  useEffect(() => {
    if (before.current === position) return
    before.current = position
    if (moving.current) announce(text)
    moving.current = false
  }, [position, text])
  return () => {
    moving.current = true
  }
}

/**
 * The desk's live region. It is on the page from the start, since screen readers miss one that is
 * inserted together with its text.
 */
export function Announcer() {
  const [lines, setLines] = useState<{ id: number; text: string }[]>([])
  useEffect(() => {
    listener = (text) => {
      count += 1
      const line = { id: count, text }
      setLines((earlier) => [...earlier, line].slice(-mostLines))
    }
    return () => {
      listener = undefined
    }
  }, [])
  return (
    <div className="visually-hidden" role="status" aria-atomic="false" data-announcer>
      {lines.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}
