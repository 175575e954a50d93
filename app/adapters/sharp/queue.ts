/** Does the work when its turn comes; returns undefined for work that would wait too long. */
type Queue = <Result>(weight: number, work: () => Promise<Result>) => Promise<Result | undefined>

/** Does work one after another, in order of arrival; what waits weighs `most` at most together. */
export function createQueue(most: number): Queue {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (weight, work) => {
    if (waiting + weight > most) return undefined
    waiting += weight
    const turn = last.then(() => {
      waiting -= weight
      return work()
    })
    last = turn.catch(() => undefined)
    return turn
  }
}
