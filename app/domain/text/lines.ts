/** What was typed in several lines: without what cannot be stored or seen, and without blank ends. */
export function soundLines(typed: string): string {
  return typed
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)[\p{Cc}\p{Surrogate}]/gu, '')
    .trim()
}
