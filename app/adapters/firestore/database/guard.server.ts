import { StoreSilent, type Stores, StoreUnavailable } from '../../../domain/stores'
import type { Settings } from './database.server'
import { asUnavailable, codeOf } from './failures'
import { NewerGeneration } from './generation.server'
import { callTimeoutMs } from './tries.server'

export class HalfLoaded extends Error {}

/** Milliseconds for the first response. */
export const startTimeoutMs = 10_000

/** A sentence for the operator. */
export function startProblem(error: unknown, { projectId, emulatorHost }: Settings): string {
  const cause = error instanceof StoreUnavailable ? error.cause : error
  const code = codeOf(cause)
  const subject = `STORE=firestore: the project ${projectId}`
  if (error instanceof HalfLoaded)
    return `${subject} has only part of the data: a move into it has not finished; run it again`
  if (cause instanceof NewerGeneration)
    return `${subject} has data of generation ${cause.found}, and this program writes ${cause.own}: start the newer version that has run on it`
  if (code === 5) return `${subject} has no such database; make one in the Firebase console`
  if (code === 3) return `${subject} has a name that no project has; see FIREBASE_PROJECT_ID`
  if (code === 7) return `${subject} is not there, or the key may not use its Firestore`
  if (code === 16)
    return `${subject} does not believe the key; make another in the Firebase console`
  // An emulator leaves calls for names that no project has without an answer, too.
  if (emulatorHost)
    return `STORE=firestore: no emulator is to be reached at ${emulatorHost}, or it knows no project ${projectId}; see FIRESTORE_EMULATOR_HOST and FIREBASE_PROJECT_ID`
  return code === undefined && cause !== undefined
    ? `${subject}: no key was found; set GOOGLE_APPLICATION_CREDENTIALS to a service account’s file`
    : `${subject} is not to be reached (${error instanceof StoreUnavailable ? error.code : code})`
}

type Method = (...args: unknown[]) => unknown

/** Milliseconds for a call while the store does not respond, shorter than the usual timeout. */
const whileSilent = 3_000

/** In milliseconds. */
export interface Timeouts {
  /** Until a call counts as failed; it may still be written. */
  call: number
  /** Milliseconds without any response until a connection counts as dead. */
  silence: number
}

const usual: Timeouts = { call: callTimeoutMs, silence: 10_000 }

/** Stores on a connection of their own. */
interface Connected {
  stores: Stores
  since: number
  /** Calls that have not ended. */
  underWay: Set<Promise<unknown>>
  /** Ends each of them for who waits. */
  waiting: Set<() => void>
}

/**
 * Calls end with StoreSilent in time; sooner while Firestore is silent. Where a call has waited
 * for `silence` and nothing at all was responded to, all that wait end, and those after them go over a
 * new connection that `reopen` makes: gRPC pings only the connections that were made, and waits without
 * end for one that is accepted and then silent.
 */
export function guarded(
  stores: Stores,
  reopen: () => Stores,
  { call: longest, silence }: Timeouts = usual,
): Stores {
  let responses = 0
  let silent = false
  let current = connected(stores)
  const { close: _, ...others } = stores
  const entries = Object.entries(others).map(([name, store]) => [
    name,
    typeof store === 'function'
      ? guard(({ stores }) => Reflect.get(stores, name))
      : proxy(store, name as keyof Stores),
  ])
  return {
    ...Object.fromEntries(entries),
    close: () => closed(current),
  }

  function proxy(store: object, name: keyof Stores): object {
    return new Proxy(store, {
      get(target, key) {
        const value = Reflect.get(target, key)
        if (typeof value !== 'function') return value
        return guard(({ stores }) => {
          const store = stores[name]
          return Reflect.get(store, key).bind(store)
        })
      },
    })
  }

  function guard(methodOf: (connected: Connected) => Method): Method {
    return async (...args) => {
      const before = responses
      const { underWay, waiting } = current
      const call = (async () => methodOf(current)(...args))()
      underWay.add(call)
      call.catch(() => undefined).finally(() => underWay.delete(call))
      let end = () => {}
      const ended = new Promise<never>((_, reject) => {
        end = () => reject(new StoreSilent())
      })
      waiting.add(end)
      const notice = () => {
        if (responses === before) reconnect()
      }
      const within = silent ? Math.min(whileSilent, longest) : longest
      const timers = [
        setTimeout(notice, silence),
        setTimeout(() => {
          notice()
          end()
        }, within),
      ]
      try {
        const result = await Promise.race([call, ended])
        responses += 1
        silent = false
        return result
      } catch (error) {
        throw asUnavailable(error)
      } finally {
        for (const timer of timers) clearTimeout(timer)
        waiting.delete(end)
      }
    }
  }

  function reconnect() {
    silent = true
    const old = current
    if (performance.now() - old.since < silence) return
    current = connected(reopen())
    for (const end of old.waiting) end()
    closed(old).catch(() => undefined)
  }
}

function connected(stores: Stores): Connected {
  return { stores, since: performance.now(), underWay: new Set(), waiting: new Set() }
}

/**
 * Once nothing is under way, which takes minutes where nothing is responded to: what the client would
 * have tried again after it was terminated ends with an unhandled rejection.
 */
async function closed({ stores, underWay }: Connected): Promise<void> {
  await Promise.allSettled(underWay)
  await stores.close()
}

/** Rejects with StoreSilent after the given milliseconds; the call may still succeed. */
export async function inTime<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    const late = () => reject(new StoreSilent())
    timer = setTimeout(late, milliseconds)
  })
  try {
    return await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
  }
}
