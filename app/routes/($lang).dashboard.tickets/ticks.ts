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

/** As by hand, so that each is counted. */
export function tick(some: HTMLInputElement[], checked: boolean) {
  for (const box of some) if (box.checked !== checked) box.click()
}

/** A press with Shift does the same to all from the one that was pressed before. */
export function useRanges() {
  useEffect(() => {
    let last: HTMLInputElement | undefined
    const pressed = (event: MouseEvent) => {
      const target = event.target as Element
      const box = target.closest('.pick')?.querySelector('input')
      if (!box) return
      const { shiftKey } = event
      const before = last
      if (target !== box) {
        // Firefox leaves the tick of a label alone then.
        if (!shiftKey) return
        event.preventDefault()
        box.click()
      }
      const all = boxes()
      const ends = [box, before].map((each) => (each ? all.indexOf(each) : -1))
      const [from = 0, to = 0] = ends.sort((one, other) => one - other)
      if (shiftKey && from >= 0) tick(all.slice(from, to + 1), box.checked)
      last = box
    }
    document.addEventListener('click', pressed)
    return () => document.removeEventListener('click', pressed)
  }, [])
}
