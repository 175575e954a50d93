/** From 0x80 on; NUL for the five that are unused. Source: Encoding Standard, index windows-1252. */
const windows = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ'

/**
 * Text that was decoded as iso-8859-1 though it is windows-1252: Node 20's TextDecoder does so, and mail
 * programs call the one by the other's name. Controls from U+0080 on, which no text has, become what
 * Windows means by them; the unused ones stay.
 */
export function asWindows1252(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (control) => {
    const meant = windows[control.charCodeAt(0) - 0x80]
    return meant && meant !== '\0' ? meant : control
  })
}

/**
 * Text that was decoded as windows-1252 though it is UTF-8, as e-mails of scripts are that name another
 * charset. Other text stays: in hardly any language do such characters follow each other.
 */
export function asUtf8(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text
  const bytes = Uint8Array.from(text, (character) => {
    const code = character.charCodeAt(0)
    return code < 0x100 ? code : 0x80 + windows.indexOf(character)
  })
  // What windows-1252 lacks became 0x7f, which such text has nowhere else.
  if (bytes.includes(0x7f)) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return text
  }
}
