import { start } from './chat/form'
import { follow, show } from './chat/outbox'
import { hear } from './chat/tabs'

/** `chat.ts` for the page where a conversation begins: its form alone. */

hear((word) => {
  if ('to' in word) follow(word.to)
  else show()
})

start()
