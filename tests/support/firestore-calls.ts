import { Firestore } from 'firebase-admin/firestore'

/** A query as it is sent, as far as indexes go. Source: google.firestore.v1.StructuredQuery. */
export interface SentQuery {
  from: { collectionId: string; allDescendants?: boolean }[]
  where?: Filter
  orderBy?: { field: { fieldPath: string }; direction: 'ASCENDING' | 'DESCENDING' }[]
}

interface Filter {
  compositeFilter?: { op: string; filters: Filter[] }
  fieldFilter?: { field: { fieldPath: string }; op: string }
  unaryFilter?: { field: { fieldPath: string }; op: string }
}

/** What Firestore is asked for and bills, since it was last reset. */
export interface FirestoreCalls {
  queries: SentQuery[]
  /** Documents; a query that finds none counts as one, and so does a document that is not there. */
  read: number
  written: number
  /** Documents of the largest commit, whatever was reset. */
  largestCommit: number
  reset(): void
}

interface Sending {
  requestStream(method: string, ...args: [boolean, Sent, string]): Promise<NodeJS.EventEmitter>
  request(method: string, sent: { writes?: unknown[] }, ...rest: unknown[]): Promise<unknown>
}

interface Sent {
  structuredQuery?: SentQuery
  documents?: string[]
}

/** Counts what every client of this process sends from now on. */
export function recordFirestoreCalls(): FirestoreCalls {
  const calls: FirestoreCalls = {
    queries: [],
    read: 0,
    written: 0,
    largestCommit: 0,
    reset() {
      Object.assign(calls, { queries: [], read: 0, written: 0 })
    },
  }
  const client = Firestore.prototype as unknown as Sending
  const { request, requestStream } = client
  client.requestStream = async function (method, ...args) {
    const [, sent] = args
    const stream = await requestStream.call(this, method, ...args)
    if (method === 'batchGetDocuments') calls.read += sent.documents?.length ?? 0
    if (method === 'runQuery' && sent.structuredQuery) {
      calls.queries.push(sent.structuredQuery)
      countFound(stream)
    }
    return stream
  }
  client.request = function (method, sent, ...rest) {
    if (method === 'commit') {
      const { length } = sent.writes ?? []
      calls.written += length
      calls.largestCommit = Math.max(calls.largestCommit, length)
    }
    return request.call(this, method, sent, ...rest)
  }

  /** Counts the documents of an answer as they come, without taking them from who asked. */
  function countFound(stream: NodeJS.EventEmitter) {
    const emit = stream.emit.bind(stream)
    let found = 0
    stream.emit = (event: string | symbol, ...args: unknown[]) => {
      const [answer] = args
      if (event === 'data' && isObject(answer) && answer.document) found += 1
      if (event === 'end') calls.read += Math.max(1, found)
      return emit(event, ...args)
    }
  }

  return calls
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
