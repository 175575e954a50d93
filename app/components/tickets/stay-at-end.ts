/**
 * Keeps the end of a ticket in sight of those who read it when a message arrives or the form unfolds.
 * Returns how to stop.
 */
export function stayAtEnd(): () => void {
  const page = document.documentElement
  let isAtEnd = false
  // Typing scrolls to the caret before the observer sees how the field has grown.
  const look = () =>
    setTimeout(() => {
      isAtEnd = page.scrollHeight - innerHeight - scrollY < 9
    })
  const grown = new ResizeObserver(() => {
    // What was opened above the messages is what somebody looks at.
    if (isAtEnd && !document.querySelector('.about [open]')) scrollTo(0, page.scrollHeight)
  })
  for (const part of document.querySelectorAll('.thread, #reply')) grown.observe(part)
  addEventListener('scroll', look)
  look()
  return () => {
    removeEventListener('scroll', look)
    grown.disconnect()
  }
}
