/** For what a loader returns: Remix also sends the names of fields without a value. */
export function withoutUndefined<Data extends object>(page: Data): Data {
  const fields = Object.entries(page).filter(([, value]) => value !== undefined)
  return Object.fromEntries(fields) as Data
}
