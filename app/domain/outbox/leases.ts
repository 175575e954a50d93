/** Leases expire, so that a killed process does not block for long. */
export interface LeaseStore {
  /** Takes or renews the lease until `until`; false while another holds it. */
  take(name: string, holder: string, until: Date, now: Date): Promise<boolean>
  release(name: string, holder: string): Promise<void>
}
