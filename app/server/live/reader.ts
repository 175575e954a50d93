/** Milliseconds between readings that time alone causes, at least. */
const soonest = 50

export interface Reader {
  /** Reads soon, once for all events of this turn of the event loop. */
  wake(): void
  stop(): void
}

interface Reading {
  /** Returns when to read again even if nothing happens. */
  read(): Promise<Date | undefined>
  /** Called when a reading rejects; reading then stops. */
  fail(error: unknown): void
  now(): Date
}

/** Reads when woken, never twice at a time: events during a reading cause another. */
export function createReader({ read, fail, now }: Reading): Reader {
  let due = false
  let reading = false
  let stopped = false
  let again: NodeJS.Timeout | undefined

  function wake() {
    due = true
    setImmediate(readOn)
  }

  async function readOn() {
    if (reading) return
    reading = true
    try {
      while (due && !stopped) {
        due = false
        clearTimeout(again)
        const next = await read()
        if (next && !stopped) {
          again = setTimeout(wake, Math.max(soonest, next.getTime() - now().getTime()))
        }
      }
    } catch (error) {
      stopped = true
      fail(error)
    }
    reading = false
  }

  return {
    wake,
    stop() {
      stopped = true
      clearTimeout(again)
    },
  }
}
