import { monotonicFactory } from 'ulid'

const next = monotonicFactory()

/** A ULID in lower case: 26 characters, sortable by the time of its making. Source: github.com/ulid/spec. */
export function newId(now: Date): string {
  return next(now.getTime()).toLowerCase()
}

/** What a form key may look like: 25 digits and letters from the server, 35 from a browser's script. */
export const keyPattern = /^[0-9a-z-]{20,40}$/
