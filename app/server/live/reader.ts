/** Milliseconds: nothing that changes with time is looked at more often. */
const soonest = 50

export interface Reader {
  /** Reads soon: once for all that happens in this turn of the event loop. */
  wake(): void
  /** Reads no more. */
  stop(): void
}

interface Reading {
  /** Reads what is new; returns when to read again even if nothing happens. */
  read(): Promise<Date | undefined>
  /** Called when a reading rejects, after which it stops. */
  fail(error: unknown): void
  now(): Date
}

/** Returns what reads when it is woken, and never twice at a time: what happens meanwhile is read after. */
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
