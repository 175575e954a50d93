const underWay = new Map<string, Promise<unknown>>()

/**
 * Does the work for one key after another: of a form that is sent several times at once, the later
 * ones find what the first has done, and cost nothing of a rate limit. Within this process; stores
 * see to it that a key counts once.
 */
export async function oneAtATime<Result>(
  key: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = underWay.get(key)
  const own = before ? before.then(work, work) : work()
  underWay.set(key, own)
  try {
    return await own
  } finally {
    if (underWay.get(key) === own) underWay.delete(key)
  }
}
