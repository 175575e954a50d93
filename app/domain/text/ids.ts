import { monotonicFactory } from 'ulid'

const next = monotonicFactory()

/** A ULID in lower case: 26 characters, sortable by time. Source: github.com/ulid/spec. */
export function newId(now: Date): string {
  return next(now.getTime()).toLowerCase()
}

/** 25 digits and letters from the server, 35 from a browser's script. */
export const keyPattern = /^[0-9a-z-]{20,40}$/
