import { type Rating, ratings } from '~/domain/feedback/ratings'

/** An SVG path in a square of 16. */
export const star = 'M8 1.4l2 4.3 4.7.6-3.5 3.2 1 4.6L8 11.8l-4.2 2.3 1-4.6L1.3 6.3 6 5.7z'

export function Star({ size }: { size: number }) {
  return (
    <svg className="star" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d={star} />
    </svg>
  )
}

/** Decoration: the rating is beside it in words. */
export function Stars({ rating }: { rating: Rating }) {
  return (
    <svg className="stars-row" width="84" height="16" viewBox="0 0 84 16" aria-hidden="true">
      {ratings.map((each) => (
        <path
          key={each}
          className={each <= rating ? 'given' : undefined}
          d={star}
          transform={`translate(${(each - 1) * 17})`}
        />
      ))}
    </svg>
  )
}
