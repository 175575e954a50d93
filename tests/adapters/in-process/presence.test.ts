import { createPresenceStore } from '../../../app/adapters/in-process/presence.server'
import { presenceContract } from '../../contracts/presence'

presenceContract('in the process', async () => ({
  presence: createPresenceStore(),
  close: async () => undefined,
}))
