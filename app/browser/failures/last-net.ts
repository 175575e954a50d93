/**
 * From now on nothing fails in silence (spec §8): what nothing else caught is said in this line, in its
 * own words or in the general ones that the line brings along. Apps have toasts for it.
 */
export function tellFailures(line: HTMLElement) {
  function say({ error, reason = error }: { error?: Error; reason?: Error }) {
    line.className = 'banner bad'
    line.textContent = reason?.message || (line.dataset.general as string)
  }
  addEventListener('error', say)
  addEventListener('unhandledrejection', say)
}
