import { conversationKey } from './page'

export interface News {
  message?: string
  stand?: { seen: number; word: string }
  presence?: { here: boolean; text: string; typing: boolean }
  resync?: unknown
}

export type Word =
  | { news: News }
  /** A tab has seen only up to here. */
  | { after: number }
  | { outbox: true }
  /** The conversation goes on at another address. */
  | { to: string }

let channel: BroadcastChannel | undefined
try {
  channel = new BroadcastChannel(`chat${conversationKey()}`)
} catch {
  // Without a channel every tab is alone.
}

export function broadcast(word: Word) {
  channel?.postMessage(word)
}

export function hear(listener: (word: Word) => void) {
  if (channel) channel.onmessage = ({ data }) => listener(data)
}
