import { beforeEach, describe, expect, it } from 'vitest'
import { createOpenStreams, type Listener, type OpenStreams } from '~/server/live/open-streams'
import { usualStreamRules } from '~/server/live/rules'

const now = new Date('2026-03-04T11:00:00Z')
const stream = () => ({ bye: () => undefined, giveWay: () => undefined })

let streams: OpenStreams
let listeners = 0
beforeEach(() => {
  streams = createOpenStreams(usualStreamRules)
})

/** Opens a visitor's stream at one desk; whether there was room. */
function open(network: string, listener: Partial<Listener> = {}): boolean {
  listeners += 1
  const subnet = network.replace(/\.\d+$/, '.0/24')
  const from = { kind: 'visitor' as const, id: `${listeners}`, deskId: 'desk', network, subnet }
  return streams.add(stream(), { ...from, ...listener }, now)
}

/** Fills what can be filled from so many networks; how many streams that were. */
function fill(networks: string[]): number {
  let taken = 0
  for (const network of networks) while (open(network)) taken += 1
  return taken
}

const many = (count: number, subnetOf: (each: number) => number) =>
  Array.from(
    { length: count },
    (_, each) => `198.${subnetOf(each) >> 8}.${subnetOf(each) & 255}.${each & 255}`,
  )

describe('the places of a desk', () => {
  it('are not all taken from 25 networks: there is room for anybody else', () => {
    expect(fill(many(25, (each) => each))).toBeLessThanOrEqual(480)
    for (const index of [1, 2, 3]) expect(open(`203.0.113.${index}`)).toBe(true)
  })

  it('are a quarter of what is left for one subnet, whichever of its networks ask', () => {
    expect(fill(many(250, () => 7))).toBeLessThanOrEqual(usualStreamRules.perDesk / 4)
    expect(fill(['203.0.113.1'])).toBe(usualStreamRules.perAddress)
  })

  it('are reserved for listeners whom somebody waits for', () => {
    fill(many(1_000, (each) => each))
    expect(open('203.0.113.1')).toBe(false)
    expect(open('203.0.113.1', { answered: true })).toBe(true)
    expect(open('203.0.113.1', { kind: 'session', deskId: undefined })).toBe(true)
  })
})

it('the places of the process are never all taken by visitors', () => {
  streams = createOpenStreams({ ...usualStreamRules, perProcess: 100 })
  fill(many(1_000, (each) => each))
  expect(open('203.0.113.1', { deskId: 'other' })).toBe(false)
  expect(open('203.0.113.1', { kind: 'session', deskId: undefined })).toBe(true)
})
