/** What does the work when its turn comes; undefined for work that would wait too long. */
export type Queue = <Result>(
  weight: number,
  work: () => Promise<Result>,
) => Promise<Result | undefined>

/** Does one piece of work after the other, in the order they came; those that wait weigh `most` together. */
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
