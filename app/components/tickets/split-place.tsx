import type { ShownMessage } from './thread'

/** Where messages of the guest were that have a conversation of their own. */
export function SplitPlace({ seq, body, way }: ShownMessage) {
  return (
    <li className="day pause" id={`m-${seq}`} data-seq={seq}>
      <span>
        {body}
        {way && ' '}
        {way?.address ? (
          <a href={way.address} target={way.target}>
            {way.text}
          </a>
        ) : (
          way?.text
        )}
      </span>
    </li>
  )
}
