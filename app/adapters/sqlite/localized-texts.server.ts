import { z } from 'zod'
import { inEvery, type LocalizedText } from '../../domain/text/languages'

const localizedText = z.object(inEvery(() => z.string().optional()))

/** An invalid text counts as empty rather than breaking the page. */
export function textFrom(kept: string): LocalizedText {
  return kept === '{}' ? {} : (localizedText.safeParse(JSON.parse(kept)).data ?? {})
}
