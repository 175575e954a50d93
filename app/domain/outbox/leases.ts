/**
 * One process at a time does a job. Leases expire, so that a killed process does not block for
 * long.
 */
export interface LeaseStore {
  /** Takes or renews the lease until `until`; false while another holds it. */
  take(name: string, holder: string, until: Date, now: Date): Promise<boolean>
  /** Only the holder's own. */
  release(name: string, holder: string): Promise<void>
}
