import { z } from 'zod'
import { inEvery, type LocalizedText } from './languages'

const localizedText = z.object(inEvery(() => z.string().optional()))

/** An invalid text counts as empty rather than breaking the page. */
export function textFrom(stored: object): LocalizedText {
  return Object.keys(stored).length === 0 ? {} : (localizedText.safeParse(stored).data ?? {})
}
