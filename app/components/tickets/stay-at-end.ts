const top = (element: Element) => element.getBoundingClientRect().top

/**
 * Keeps the end of a ticket in sight of those who read it when a message arrives or the form unfolds.
 * Returns how to stop.
 */
export function stayAtEnd(): () => void {
  const end = document.getElementById('end')
  const newest = () => document.getElementById('newest')
  const first = newest()?.closest('li')
  let isInSight = false
  let height = 0
  // Also where the form lies over it: a draft may be restored before, and typing scrolls to the caret first.
  const look = () => {
    // A keyboard that opens has the caret scrolled to before the form gives way to it.
    isInSight = (end?.getBoundingClientRect().top ?? 0) < Math.max(height, innerHeight)
    height = innerHeight
  }
  const follow = () => {
    // What was opened in or above the messages, or is said there of a held ticket, is what somebody looks at.
    const opened = document.querySelector('.talk .over[open], .thread [open], #held')
    if (!isInSight || opened) return
    end?.scrollIntoView()
    // One that is higher than its room is read from its beginning, unless it has just been written here.
    const start = newest()
    const head = document.querySelector('.ticket-head')
    const message = start?.closest('li')
    if (message !== first && message?.matches('.own')) return
    if (start && head && top(start) < head.getBoundingClientRect().bottom) start.scrollIntoView()
  }
  const grown = new ResizeObserver(follow)
  // At once, so that no press meets the page between a message and the next frame.
  const said = new MutationObserver(follow)
  // With the room that a notice takes at the end of the messages.
  for (const part of document.querySelectorAll('.thread, #reply'))
    grown.observe(part, { box: 'border-box' })
  for (const thread of document.querySelectorAll('.thread'))
    said.observe(thread, { childList: true })
  addEventListener('scroll', look)
  look()
  // Who answers already has unfolded the form over it.
  isInSight ||= document.getElementById('reply')?.contains(document.activeElement) ?? false
  return () => {
    removeEventListener('scroll', look)
    grown.disconnect()
    said.disconnect()
  }
}
