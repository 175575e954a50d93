import { z } from 'zod'
import type { LocalizedText } from '../../../domain/text/languages'

const localizedText = z.object({ en: z.string().optional(), de: z.string().optional() })

/** A text as it lies in a column. One that is not right counts as none: no page is lost over it. */
export function textFrom(kept: string): LocalizedText {
  return localizedText.safeParse(JSON.parse(kept)).data ?? {}
}
