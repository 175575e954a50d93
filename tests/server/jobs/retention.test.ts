import { expect, test } from 'vitest'
import { createServices, readConfig } from '~/config'
import { newIdentity } from '~/domain/site/identity'
import { createJobs } from '~/server/jobs/jobs'
import { createLog } from '~/server/log'
import { makePlace } from '../../adapters/sqlite/places'
import { begin, exampleAccount, exampleDesk } from '../../contracts/examples'

test('old conversations are hidden a few at a time, so that nobody waits for all of them', async () => {
  const place = await makePlace()
  const config = readConfig({ DATA_DIR: place.folder }, 'development')
  const services = await createServices(config)
  await services.accounts.save(exampleAccount('ada'))
  const desk = await services.desks.ensure(exampleDesk('ada'))
  for (let count = 0; count < 25; count += 1) await begin(services.tickets, desk.id, `old-${count}`)
  await services.desks.saveRetention('desk-ada', 30)
  const [job] = createJobs({
    config,
    services,
    siteIdentity: { read: async () => newIdentity, known: () => newIdentity },
    log: createLog('silent'),
  }).filter(({ name }) => name === 'retention')
  const left: number[] = []
  const look = async () => left.push((await services.tickets.listAll(desk.id, 0, 100)).length)
  await job?.run({
    clock: () => new Date('2100-01-01'),
    goOn: async () => {
      await look()
      return true
    },
  })
  await look()
  expect([left.at(0), left.at(-1)]).toEqual([25, 0])
  const steps = left.slice(1).map((count, index) => (left[index] ?? 0) - count)
  expect(Math.max(...steps)).toBeLessThanOrEqual(10)
  await services.close()
  await place.remove()
})
