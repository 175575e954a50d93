import { monotonicFactory } from 'ulid'

const next = monotonicFactory()

/** A ULID in lower case: 26 characters, sortable by the time of its making. Source: github.com/ulid/spec. */
export function newId(now: Date): string {
  return next(now.getTime()).toLowerCase()
}

/** What a form key may look like: what we make (a ULID) or what a browser makes (a UUID). */
export const keyPattern = /^[0-9a-z-]{20,40}$/
