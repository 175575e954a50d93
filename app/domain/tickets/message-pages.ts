/** Also the messages that a stream sends at once. */
export const messagesPerPage = 200

/** Messages that a page renders at most, in half a second. */
const longestThread = 1_000

/** Messages shown behind one that a search has found on an earlier page. */
const behindFound = 50

/** The messages that a page of a conversation shows: at most `limit` behind the `seq` `after`. */
export interface MessagePage {
  after: number
  limit: number
  all: boolean
  /** The last `seq` of the previous and of the next long page. */
  earlier?: number
  later?: number
  /** The one that a search has found. */
  found?: number
}

/** Without a query the newest messages; with `all` or `print` a long page; `until=5` ends it with the fifth, `found=5` has it. */
export function messagePage(lastSeq: number, query: URLSearchParams): MessagePage {
  const found = seqIn(query, 'found')
  const isEarlier = found !== undefined && found <= lastSeq - messagesPerPage
  const asked = seqIn(query, 'until') ?? (isEarlier ? found + behindFound : lastSeq)
  const until = Math.min(asked, lastSeq)
  const all = until < lastSeq || query.has('all') || query.has('print')
  const limit = Math.min(all ? longestThread : messagesPerPage, until)
  const after = until - limit
  if (!all) return { after, limit, all, found }
  return {
    after,
    limit,
    all,
    earlier: after > 0 ? after : undefined,
    later: until < lastSeq ? Math.min(until + longestThread, lastSeq) : undefined,
    found,
  }
}

function seqIn(query: URLSearchParams, name: string): number | undefined {
  const asked = query.get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : undefined
}
