import { type SectionName, sectionAddress } from '~/domain/desks/sections'
import type { Language } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'

export function sectionPage(name: SectionName, { language }: { language: Language }): string {
  return localizedPath(sectionAddress(name), language)
}
