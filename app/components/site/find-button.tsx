import { Icon } from './rail-link'

/** Beside a search field: a mark, whose name is read out, and shown to a pointer that rests on it. */
export function FindButton({ children }: { children: string }) {
  return (
    <button className="plain-button tool" title={children}>
      <Icon path="M7 2.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9M10.250 10.250 13.500 13.500" />
      <span className="visually-hidden">{children}</span>
    </button>
  )
}
