import { useEffect } from 'react'

/** A press with Shift on a tick does the same to all from the one that was pressed before. */
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
      const all = [...document.querySelectorAll<HTMLInputElement>('.pick input')]
      const ends = [box, before].map((each) => (each ? all.indexOf(each) : -1))
      const [from = 0, to = 0] = ends.sort((one, other) => one - other)
      if (shiftKey && from >= 0) {
        // As by hand, so that each is counted.
        for (const each of all.slice(from, to + 1)) if (each.checked !== box.checked) each.click()
      }
      last = box
    }
    document.addEventListener('click', pressed)
    return () => document.removeEventListener('click', pressed)
  }, [])
}
