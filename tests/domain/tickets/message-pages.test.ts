import { expect, test } from 'vitest'
import { messagePage } from '~/domain/tickets/message-pages'

const page = (lastSeq: number, query: string) => messagePage(lastSeq, new URLSearchParams(query))

test('shows the newest messages, and earlier ones page by page, each once', () => {
  expect(page(2_500, '')).toEqual({ after: 2_300, limit: 200, all: false })
  const newest = page(2_500, 'all')
  expect(newest).toEqual({ after: 1_500, limit: 1_000, all: true, earlier: 1_500 })
  const before = page(2_500, `until=${newest.earlier}`)
  expect(before).toEqual({ after: 500, limit: 1_000, all: true, earlier: 500, later: 2_500 })
  const first = page(2_500, `until=${before.earlier}`)
  expect(first).toEqual({ after: 0, limit: 500, all: true, later: 1_500 })
})

test('a conversation that fits has one page', () => {
  expect(page(1_000, 'all')).toEqual({ after: 0, limit: 1_000, all: true })
  expect(page(1_000, 'print=1')).toEqual({ after: 0, limit: 1_000, all: true })
  expect(page(7, '')).toEqual({ after: 0, limit: 7, all: false })
})

test('a message that was found is on the page, with some behind it', () => {
  expect(page(2_500, 'found=2301')).toEqual({ ...page(2_500, ''), found: 2_301 })
  expect(page(2_500, 'found=2300')).toEqual({ ...page(2_500, 'until=2350'), found: 2_300 })
  expect(page(7, 'found=3')).toEqual({ after: 0, limit: 7, all: false, found: 3 })
  expect(page(7, 'found=x')).toEqual(page(7, ''))
})

test.each(['until=0', 'until=-1', 'until=x', 'until=1e9', 'until=', 'until=9999'])(
  '%s says nothing',
  (query) => {
    expect(page(2_500, query)).toEqual(page(2_500, ''))
  },
)
