/** Also the messages that a stream sends at once. */
export const messagesPerPage = 200

/** Messages that a page renders at most, in half a second. */
const longestThread = 1_000

/** The messages that a page of a conversation shows: at most `limit` behind the `seq` `after`. */
export interface MessagePage {
  after: number
  limit: number
  all: boolean
  /** The last `seq` of the previous and of the next long page. */
  earlier?: number
  later?: number
}

/** Without a query the newest messages; with `all` or `print` a long page; `until=5` ends it with the fifth. */
export function messagePage(lastSeq: number, query: URLSearchParams): MessagePage {
  const asked = query.get('until') ?? ''
  const until = /^[1-9]\d{0,8}$/.test(asked) ? Math.min(Number(asked), lastSeq) : lastSeq
  const all = until < lastSeq || query.has('all') || query.has('print')
  const limit = Math.min(all ? longestThread : messagesPerPage, until)
  const after = until - limit
  if (!all) return { after, limit, all }
  return {
    after,
    limit,
    all,
    earlier: after > 0 ? after : undefined,
    later: until < lastSeq ? Math.min(until + longestThread, lastSeq) : undefined,
  }
}
