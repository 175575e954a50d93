import { expect, it } from 'vitest'
import { collect, inOne, type Room } from '~/server/mail-in/incoming'

const bytes = (text: string) => new TextEncoder().encode(text)

/** Pieces of an e-mail; a function among them is called when those before are taken. */
async function* stream(...parts: (string | (() => void))[]) {
  for (const part of parts) {
    if (typeof part === 'string') yield bytes(part)
    else part()
  }
}

it('an e-mail is taken whole, and holds its bytes of each room', async () => {
  const rooms: Room[] = [{ left: 10 }, { left: 100 }]
  const pieces = (await collect(stream('Hello', ', you'), rooms)) ?? []
  expect(new Uint8Array(inOne(pieces))).toEqual(bytes('Hello, you'))
  expect(rooms).toEqual([{ left: 0 }, { left: 90 }])
})

it('an e-mail without room for one piece is refused, also where there is room for the rest', async () => {
  const room: Room = { left: 0 }
  const free = () => {
    room.left = 100
  }
  expect(await collect(stream('Beginning', free, 'end'), [room])).toBeUndefined()
  expect(room.left).toBe(100)
  expect(await collect(stream('Beginning', 'x'.repeat(99), 'end'), [room])).toBeUndefined()
  expect(room.left).toBe(100)
})

it('an e-mail that breaks off gives its room back', async () => {
  const room: Room = { left: 100 }
  const broken = stream('Half', () => {
    throw new Error('The client went away')
  })
  await expect(collect(broken, [room])).rejects.toThrow('went away')
  expect(room.left).toBe(100)
})
