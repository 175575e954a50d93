/** Times in milliseconds. */
export interface StreamRules {
  /** At most; a fifth less at least. */
  heartbeatEvery: number
  /** Programs that look at links have gone by then. */
  watchedAfter: number
  /** The listener is then asked to come again, so that no stream outlives its permission. */
  longestLife: number
  /** A growing page, which browsers show as loading, stops with a link to go on. */
  longestPage: number
  /** A reader that takes nothing for this long is cut off; it reconnects and misses nothing. */
  longestBlock: number
  /** Per owner's session and per conversation; one more ends the oldest. */
  perSession: number
  perVisitor: number
  /** Per network, per desk's visitors and in all; one more is refused for now. */
  perAddress: number
  perDesk: number
  perProcess: number
}

export const usualStreamRules: StreamRules = {
  heartbeatEvery: 15_000,
  watchedAfter: 1_000,
  longestLife: 15 * 60_000,
  longestPage: 10 * 60_000,
  longestBlock: 10_000,
  perSession: 3,
  perVisitor: 2,
  perAddress: 20,
  perDesk: 500,
  perProcess: 10_000,
}
