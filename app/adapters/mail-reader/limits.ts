/** Lines of an e-mail: an encoded file of 25 MB has 400,000. */
const mostLines = 500_000

/** Whether it has more lines than any e-mail for people: each takes a step of every parser. */
export function isEndless(raw: ArrayBuffer): boolean {
  const bytes = Buffer.from(raw)
  let at = -1
  for (let lines = 0; lines < mostLines; lines += 1) {
    at = bytes.indexOf('\n', at + 1)
    if (at < 0) return false
  }
  return true
}
