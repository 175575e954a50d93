/** How long streams live and how many there may be. Times in milliseconds. */
export interface StreamRules {
  heartbeatEvery: number
  /** Then the listener is asked to come again, so that no stream outlives what it was allowed by. */
  longestLife: number
  /** A reader who takes nothing for so long is cut off; it comes again and misses nothing. */
  longestBlock: number
  /** Of one owner's session and of one conversation: one more ends the oldest of them. */
  perSession: number
  perVisitor: number
  /** Of one network, of one desk's visitors and of all: one more is told to come again later. */
  perAddress: number
  perDesk: number
  perProcess: number
}

export const usualStreamRules: StreamRules = {
  heartbeatEvery: 15_000,
  longestLife: 15 * 60_000,
  longestBlock: 10_000,
  perSession: 3,
  perVisitor: 2,
  perAddress: 20,
  perDesk: 500,
  perProcess: 10_000,
}
