import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPageQueue, mostOfSubnet } from '~/server/arrival/page-queue'

const crowd = '192.0.2.0/24'
const other = '198.51.100.0/24'

/** A page that is rendered in one tick of the event loop, and then waits for `more`. */
function pages(more: () => Promise<unknown> = nextTick) {
  const rendered: string[] = []
  const page = (name: string) => async () => {
    rendered.push(name)
    await more()
    return name
  }
  return { page, rendered }
}

test('a visitor is served before most of another subnet’s crowd', async () => {
  const queue = createPageQueue()
  const { page, rendered } = pages()
  const all = Array.from({ length: mostOfSubnet }, () =>
    queue.render({ subnet: crowd }, page('crowd')),
  )
  all.push(queue.render({ subnet: other }, page('visitor')))
  await Promise.all(all)
  expect(rendered.indexOf('visitor')).toBeLessThan(20)
  expect(rendered).toHaveLength(mostOfSubnet + 1)
})

test('a page waits for few of the sign-ins from a thousand subnets, which take turns', async () => {
  const queue = createPageQueue()
  const { page, rendered } = pages()
  const enter = (subnet: string, name: string) => queue.render({ subnet, enters: true }, page(name))
  const all = Array.from({ length: 1_000 }, (_, each) => enter(`crowd ${each}`, 'sign-in'))
  all.push(...Array.from({ length: 50 }, () => enter(crowd, 'one more')))
  all.push(enter(other, 'owner'), queue.render({ subnet: other }, page('page')))
  await Promise.all(all)
  expect(rendered.indexOf('page')).toBeLessThan(10)
  expect(rendered.indexOf('owner')).toBeLessThan(rendered.lastIndexOf('one more') - 40)
  expect(rendered).toHaveLength(1_052)
})

test('no page waits for those that its own subnet asks for later', async () => {
  const queue = createPageQueue()
  // All that are rendered at once are ready at once, so that as many come again while others wait.
  const { page, rendered } = pages(() => wait(5))
  const visitor = async () => {
    for (let times = 0; times < 20; times += 1) {
      await queue.render({ subnet: crowd }, page('page'))
      await nextTick()
    }
  }
  const visitors = Array.from({ length: 63 }, visitor)
  await Promise.all([...visitors, queue.render({ subnet: crowd }, page('last'))])
  expect(rendered.indexOf('last')).toBe(63)
})

test('a subnet with too many pages under way is refused, and others are not', async () => {
  const queue = createPageQueue()
  const { page } = pages()
  const all = Array.from({ length: mostOfSubnet }, () =>
    queue.render({ subnet: crowd }, page('crowd')),
  )
  expect(await queue.render({ subnet: crowd }, page('one more'))).toBeUndefined()
  expect(await queue.render({ subnet: other }, page('visitor'))).toBe('visitor')
  await Promise.all(all)
  expect(await queue.render({ subnet: crowd }, page('afterwards'))).toBe('afterwards')
})

test('pages that wait for another service hold up nobody', async () => {
  const queue = createPageQueue()
  let settle = () => {}
  const service = new Promise<void>((resolve) => {
    settle = resolve
  })
  const waiting = Array.from({ length: 50 }, () => queue.render({ subnet: crowd }, () => service))
  expect(await queue.render({ subnet: other }, async () => 'visitor')).toBe('visitor')
  settle()
  await Promise.all(waiting)
})

test('a page that fails does so for its own visitor', async () => {
  const queue = createPageQueue()
  const failing = queue.render({ subnet: crowd }, async () => {
    throw new Error('no page')
  })
  await expect(failing).rejects.toThrow('no page')
  expect(await queue.render({ subnet: crowd }, async () => 'next')).toBe('next')
})

test('pages that are ready at once are rendered in ticks of their own, with other work between them', async () => {
  const { pageTick } = createPageQueue()
  const order: string[] = []
  const pages = ['page', 'page', 'page'].map(async (page) => {
    await pageTick()
    order.push(page)
  })
  const otherWork = async () => {
    while (order.filter((each) => each === 'page').length < pages.length) {
      await nextTick()
      order.push('other')
    }
  }
  await Promise.all([...pages, otherWork()])
  expect(order.join(' ')).not.toContain('page page')
})
