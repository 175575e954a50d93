import { sectionAddress } from '~/domain/desks/sections'

/** The page, with the form for one of the desk's addresses. */
export function mailPage(name?: string): string {
  const address = sectionAddress('mail')
  return name ? `${address}?address=${name}` : address
}
