/** Bytes in UTF-8. Source: firebase.google.com/docs/database/usage/limits. */
const longestKey = 768

/** Characters of a text that is written; the service takes 10 MB. */
export const longestText = 60_000

/** Returns the key unchanged; throws where the database would take none. Source: specification, §9. */
export function checkedKey(key: string): string {
  const length = Buffer.byteLength(key)
  if (length === 0 || length > longestKey) throw new RangeError(`A key of ${length} bytes`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the database refuses keys that contain one
  if (/[.#$/[\]\u0000-\u001f\u007f]/.test(key)) throw new RangeError(`No key: ${key}`)
  return key
}
