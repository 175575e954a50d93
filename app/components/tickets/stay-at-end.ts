/**
 * Keeps the end of a ticket in sight of those who read it when a message arrives or the form unfolds.
 * Returns how to stop.
 */
export function stayAtEnd(): () => void {
  const newest = document.getElementById('newest')
  let isInSight = false
  // Also where the form lies over it: a draft may be restored before, and typing scrolls to the caret first.
  const look = () => {
    isInSight = (newest?.getBoundingClientRect().top ?? 0) < innerHeight
  }
  const grown = new ResizeObserver(() => {
    // What was opened above the messages is what somebody looks at.
    if (isInSight && !document.querySelector('.about [open]')) newest?.scrollIntoView()
  })
  for (const part of document.querySelectorAll('.thread, #reply')) grown.observe(part)
  addEventListener('scroll', look)
  look()
  return () => {
    removeEventListener('scroll', look)
    grown.disconnect()
  }
}
