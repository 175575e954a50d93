/** Shows uncaught errors (spec §8) in this line. Apps have toasts for it. */
export function tellFailures(line: HTMLElement) {
  function say({ error, reason = error }: { error?: Error; reason?: Error }) {
    line.className = 'banner bad'
    line.textContent = reason?.message || (line.dataset.general as string)
  }
  addEventListener('error', say)
  addEventListener('unhandledrejection', say)
}
