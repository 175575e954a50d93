import { z } from 'zod'
import { inEvery, type LocalizedText } from '../../../domain/text/languages'

const localizedText = z.object(inEvery(() => z.string().optional()))

/** A text as it lies in a column. One that is not right counts as none: no page is lost over it. */
export function textFrom(kept: string): LocalizedText {
  return localizedText.safeParse(JSON.parse(kept)).data ?? {}
}
