// Stands for react-dom in the server's build, where nothing is drawn in a browser: a tenth of all that would
// be compiled at each start. `react-dom/server` needs none of it.
export function flushSync(change: () => void): void {
  change()
}

export default { flushSync }
