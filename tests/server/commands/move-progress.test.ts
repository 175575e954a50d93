import { expect, test } from 'vitest'
import { progress } from '../../../app/server/commands/move-progress'

test('a long move says every five seconds how far it is, and a short one nothing', () => {
  const said: string[] = []
  let now = 0
  const tell = progress(
    'records',
    (text) => said.push(text),
    () => now,
  )
  for (let count = 1; count <= 120; count++) {
    now += 100
    tell(count)
  }
  expect(said).toEqual(['50 records so far\n', '100 records so far\n'])
})
