import { type Rating, ratings } from '~/domain/feedback/ratings'

const outline = 'l2 4.3 4.7.6-3.5 3.2 1 4.6-4.2-2.3-4.2 2.3 1-4.6-3.5-3.2 4.7-.6z'

/** An SVG path of so many in a row, each in a square of 16 with one unit between. */
function starsPath(count: number): string {
  return `M8 1.4${Array(count).fill(outline).join('m17 0')}`
}

/** An SVG path in a square of 16. */
export const star = starsPath(1)

export function Star({ size }: { size: number }) {
  return (
    <svg className="star" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d={star} />
    </svg>
  )
}

const all = starsPath(ratings.length)

/** Decoration: the rating is beside it in words. */
export function Stars({ rating }: { rating: Rating }) {
  return (
    <svg className="stars-row" width="84" height="16" viewBox="0 0 84 16" aria-hidden="true">
      <path d={all} />
      <path className="given" d={starsPath(rating)} />
    </svg>
  )
}
