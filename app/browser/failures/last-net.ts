/** Shows uncaught errors (spec §8) in the page's line for them. Apps have toasts instead. */
export function reportFailures() {
  const line = document.getElementById('told')
  const say = ({ error, reason = error }: { error?: Error; reason?: Error }) => {
    if (!line) return
    line.className = 'banner bad'
    line.textContent = reason?.message || (line.dataset.general as string)
  }
  addEventListener('error', say)
  addEventListener('unhandledrejection', say)
}
