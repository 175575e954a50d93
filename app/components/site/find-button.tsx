import { Icon } from './rail-link'

/** Beside a field to search in: a mark, for who hears it or rests on it a word. */
export function FindButton({ children }: { children: string }) {
  return (
    <button className="plain-button tool" title={children}>
      <Icon path="M7 2.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9M10.250 10.250 13.500 13.500" />
      <span className="visually-hidden">{children}</span>
    </button>
  )
}
