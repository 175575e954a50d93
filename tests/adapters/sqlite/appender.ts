import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { createTicketStore } from '../../../app/adapters/sqlite/tickets/tickets.server'
import { exampleMessage } from '../../contracts/examples'

// A process made to be killed: adds messages to a ticket and says the key of each that was taken.
const [file = '', secretHash = '', prefix = ''] = process.argv.slice(2)
const tickets = createTicketStore(openDatabase(file))
for (let count = 1; ; count += 1) {
  const clientKey = `${prefix}-${count}`
  const { kind } = await tickets.append({ secretHash }, exampleMessage(clientKey), () => ({}))
  if (kind === 'added') {
    await new Promise((said) => process.stdout.write(`${clientKey}\n`, said))
  }
  // Leaves the lock to others for a moment.
  await pause(1)
}
