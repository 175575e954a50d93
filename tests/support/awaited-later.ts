/**
 * For a promise that is awaited after other steps. If one of these fails, the promise may be rejected
 * while nobody awaits it, which would fail the run even if a second try of the test passes.
 */
export function awaitedLater<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => undefined)
  return promise
}
