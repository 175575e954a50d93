/** Days. */
export const retentionPeriods = [30, 90, 180, 365, 1_095] as const

type RetentionPeriod = (typeof retentionPeriods)[number]

export function isRetentionPeriod(days: unknown): days is RetentionPeriod {
  return retentionPeriods.some((period) => period === days)
}
