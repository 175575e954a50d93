/** Addresses are equal ignoring case. */
export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase()
}
