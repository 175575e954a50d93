import { start } from './form'
import { follow, show } from './outbox'
import { hear } from './tabs'

/** What `chat.ts` does, for the page where a conversation begins: its form alone. */
export function begin() {
  hear((word) => {
    if ('to' in word) follow(word.to)
    else show()
  })
  start()
}
