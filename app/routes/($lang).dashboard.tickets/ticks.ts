import { useCallback, useEffect, useState } from 'react'

/** Undefined until the page counts, and without scripts. */
export function useTicked(): number | undefined {
  const [count, setCount] = useState<number>()
  const look = useCallback(() => setCount(boxes().filter(({ checked }) => checked).length), [])
  useEffect(() => {
    document.addEventListener('change', look)
    return () => document.removeEventListener('change', look)
  }, [look])
  // Another list, or what was done, takes ticks away.
  useEffect(look)
  return count
}

export function boxes(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('.pick input')]
}
