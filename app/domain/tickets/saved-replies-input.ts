import { z } from 'zod'
import { soundLines } from '../files/plain-text'
import { plainLine } from '../text/single-line'
import { longestMessage } from './messages'
import { longestShortcut } from './saved-replies'

/** Accepts the leading slash by which it is called; lower case from here on. */
export const savedReplyShortcut = z
  .string({ required_error: 'replies:errors.shortcut' })
  .transform((text) => plainLine(text).replace(/^\//, '').toLowerCase())
  .refine((shortcut) => shortcut.length <= longestShortcut, 'replies:errors.shortcutLong')
  .refine((shortcut) => /^[\p{L}\p{N}-]+$/u.test(shortcut), 'replies:errors.shortcut')

export const savedReplyText = z
  .string()
  .transform(soundLines)
  .refine((text) => text.length <= longestMessage, 'errors:message.long')
  .transform((text) => text || undefined)
  .optional()
