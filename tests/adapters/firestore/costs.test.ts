import { costContract } from '../../contracts/costs'
import { recordFirestoreCalls } from '../../support/firestore-calls'
import { onEmulator, openTemporaryStores } from './places'

const calls = recordFirestoreCalls()

onEmulator(() => {
  costContract('Firestore', openTemporaryStores, 'documents', () => {
    const since = [calls.read, calls.written] as const
    calls.reset()
    return since
  })
})
