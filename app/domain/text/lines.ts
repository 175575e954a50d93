/** Cleans a text of several lines: removes invisible and unstorable characters, and blank ends. */
export function soundLines(typed: string): string {
  return typed
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)[\p{Cc}\p{Surrogate}]/gu, '')
    .trim()
}
