import { describe, expect, test } from 'vitest'
import { areLoop } from '~/domain/tickets/loops'
import { minute } from '../../contracts/examples'
import { exampleMessageMail } from '../../contracts/message-mail'

const mail = exampleMessageMail('key')
const guest = { author: 'visitor', kind: 'text', mail, createdAt: minute(1) } as const
const desk = { author: 'owner', kind: 'text', mail: undefined, createdAt: minute(1) } as const
const note = { ...desk, kind: 'note' } as const
const copy = { ...guest, mail: { ...mail, byCopy: true } } as const

const times = <Each>(count: number, each: Each) => Array.from({ length: count }, () => each)
const many = times(10, [guest, desk]).flat()

type Row = [name: string, messages: Parameters<typeof areLoop>[0], expected: boolean]

describe('a loop', () => {
  test.each<Row>([
    ['half by each side', many, true],
    ['five by the desk', [...times(15, guest), ...times(5, desk)], true],
    ['five by the guest', [...times(15, desk), ...times(5, note), ...times(5, guest)], true],
    ['four by the desk', [...times(16, guest), ...times(4, desk)], false],
    ['four by the guest', [...times(16, desk), ...times(4, guest)], false],
    ['fewer than twenty with notes', [...many.slice(2), note, note], false],
    ['fewer than twenty with copies', [...many.slice(2), copy, copy], false],
    ['one by the page', [{ ...guest, mail: undefined }, ...many.slice(1)], false],
    ['one of long ago', [{ ...guest, createdAt: minute(-9) }, ...many.slice(1)], false],
  ])('%s', (_, messages, expected) => {
    expect(areLoop(messages, minute(2))).toBe(expected)
  })
})
