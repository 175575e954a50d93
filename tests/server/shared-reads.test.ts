import { setImmediate as immediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createSharedReads } from '~/server/live/shared-reads'

function counted() {
  const reads = createSharedReads()
  let made = 0
  const read = (about = 'one', what = 'ticket') =>
    reads.once(about, what, async () => {
      made += 1
      return made
    })
  return { reads, read }
}

it('What is wanted in one tick of the event loop is read once', async () => {
  const { read } = counted()
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
})

it('Other conversations, and other things of the same one, are read by themselves', async () => {
  const { read } = counted()
  expect(await Promise.all([read(), read('two'), read('one', 'messages')])).toEqual([1, 2, 3])
})

it('What was heard of since is read again', async () => {
  const { reads, read } = counted()
  const before = read()
  reads.heard('one')
  expect(await Promise.all([before, read()])).toEqual([1, 2])
})

it('A later tick reads again', async () => {
  const { read } = counted()
  await read()
  await immediate()
  expect(await read()).toBe(2)
})

it('A reading that fails fails for all who wait, and is tried again', async () => {
  const reads = createSharedReads()
  const fail = () => reads.once('one', 'ticket', () => Promise.reject(new Error('away')))
  expect(await Promise.allSettled([fail(), fail()])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ])
  await immediate()
  expect(await reads.once('one', 'ticket', async () => 'there')).toBe('there')
})
