import type { Toast } from './queue'

/** Stays until the offer is taken or declined. */
export function OfferCard({
  toast: { kind, text },
  offer: { take, leave, deed },
  close,
}: {
  toast: Toast
  offer: NonNullable<Toast['offer']>
  close: () => void
}) {
  return (
    <div className={`toast offer ${kind}`}>
      <p>{text}</p>
      <button type="button" className="button small" onClick={deed}>
        {take}
      </button>{' '}
      <button type="button" className="plain-button" onClick={close}>
        {leave}
      </button>
    </div>
  )
}
