import { sectionAddress } from '~/domain/desks/sections'

export function repliesAddress(reply?: string): string {
  const address = sectionAddress('replies')
  return reply ? `${address}?reply=${reply}` : address
}
