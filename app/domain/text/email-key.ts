/** What makes two e-mail addresses the same: however they are capitalised. */
export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase()
}
