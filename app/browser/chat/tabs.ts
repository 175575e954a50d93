import { place } from './page'

/** What the server tells, as it is shown in every tab of the conversation. */
export interface News {
  /** New messages as list items. */
  message?: string
  stand?: { seen: number; word: string }
  presence?: { here: boolean; text: string; typing: boolean }
  /** More is missing than is told: the page is to be loaded again. */
  resync?: unknown
}

/** What tabs tell each other. */
export type Word =
  | { news: News }
  /** Somebody has only seen what came up to here. */
  | { after: number }
  | { outbox: true }
  /** The conversation goes on at another address. */
  | { to: string }

let channel: BroadcastChannel | undefined
try {
  channel = new BroadcastChannel(`chat${place()}`)
} catch {
  // Then every tab is on its own.
}

export function tell(word: Word) {
  channel?.postMessage(word)
}

export function hear(listener: (word: Word) => void) {
  if (channel) channel.onmessage = ({ data }) => listener(data)
}
