import { sectionAddress } from '../sections'

/** Where the saved replies are, and where one of them is changed. */
export function repliesAddress(reply?: string): string {
  const address = sectionAddress('replies')
  return reply ? `${address}&reply=${reply}` : address
}
