import { z } from 'zod'
import { soundLines } from '../files/plain-text'
import { type Feedback, longestComment } from './feedback'
import { type Rating, ratings } from './ratings'

export function ratingFrom(text: string | null | undefined): Rating | undefined {
  return ratings.find((rating) => String(rating) === text)
}

/** Line ends become LF; trimmed. */
export const opinionForm = z.object({
  rating: z.string({ required_error: 'rating:errors.missing' }).transform((text, context) => {
    const rating = ratingFrom(text)
    if (rating) return rating
    context.addIssue({ code: 'custom', message: 'rating:errors.missing' })
    return z.NEVER
  }),
  comment: z
    .string()
    .default('')
    .transform(soundLines)
    .refine((comment) => comment.length <= longestComment, 'rating:errors.long'),
})

export function isSameFeedback(
  known: Pick<Feedback, 'rating' | 'comment' | 'email'>,
  sent: Pick<Feedback, 'rating' | 'comment' | 'email'>,
): boolean {
  return (
    known.rating === sent.rating && known.comment === sent.comment && known.email === sent.email
  )
}
