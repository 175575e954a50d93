import { type Stores, StoreUnavailable } from '../../../domain/stores'
import type { Settings } from './database.server'
import { asUnavailable, codeOf } from './failures'

export class HalfLoaded extends Error {}

/** A sentence for the operator. */
export function startProblem(error: unknown, { projectId, emulatorHost }: Settings): string {
  const cause = error instanceof StoreUnavailable ? error.cause : error
  const code = codeOf(cause)
  const place = `STORE=firestore: the project ${projectId}`
  if (error instanceof HalfLoaded)
    return `${place} has half of a house: a move into it has not ended; run it again`
  if (code === 5) return `${place} has no such database; make one in the Firebase console`
  if (code === 3) return `${place} has a name that no project has; see FIREBASE_PROJECT_ID`
  if (code === 7) return `${place} is not there, or the key may not use its Firestore`
  if (code === 16) return `${place} does not believe the key; make another in the Firebase console`
  if (emulatorHost) return `STORE=firestore: no emulator is to be reached at ${emulatorHost}`
  return code === undefined && cause !== undefined
    ? `${place}: no key was found; set GOOGLE_APPLICATION_CREDENTIALS to a service account’s file`
    : `${place} is not to be reached (${error instanceof StoreUnavailable ? error.code : code})`
}

type Method = (...args: unknown[]) => unknown

/** Milliseconds instead of the usual patience while nothing is responded to. */
const whileSilent = 3_000

/** Calls end with StoreUnavailable after `patience` ms; sooner while Firestore is silent. */
export function guarded(stores: Stores, patience: number): Stores {
  let responses = 0
  let silent = false
  const entries = Object.entries(stores).map(([name, store]) => [
    name,
    typeof store === 'function' ? guard(store) : proxy(store),
  ])
  return Object.fromEntries(entries)

  function proxy(store: object): object {
    return new Proxy(store, {
      get(target, key) {
        const value = Reflect.get(target, key)
        return typeof value === 'function' ? guard(value.bind(target)) : value
      },
    })
  }

  function guard(method: Method): Method {
    return async (...args) => {
      const before = responses
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        const error = () => {
          silent = responses === before
          reject(new StoreUnavailable('DEADLINE_EXCEEDED', undefined))
        }
        timer = setTimeout(error, silent ? Math.min(whileSilent, patience) : patience)
      })
      try {
        const result = await Promise.race([method(...args), late])
        responses += 1
        silent = false
        return result
      } catch (error) {
        throw asUnavailable(error)
      } finally {
        clearTimeout(timer)
      }
    }
  }
}
