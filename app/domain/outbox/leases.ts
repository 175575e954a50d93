/**
 * Leases: of several processes on one store, one at a time may do a thing. A lease ends by itself,
 * so that a killed process holds nobody up for long.
 */
export interface LeaseStore {
  /**
   * Takes the lease, or goes on holding it, until `until`: true if it was free, had ended by `now`
   * or is the holder's own; false while another one holds it.
   */
  take(name: string, holder: string, until: Date, now: Date): Promise<boolean>
  /** Gives the lease back; one that another holder has by now is left alone. */
  release(name: string, holder: string): Promise<void>
}
