import {
  type CollectionReference,
  type DocumentReference,
  Firestore,
  type Query,
  type Transaction,
} from 'firebase-admin/firestore'
import { converter, idOf } from './documents.server'
import { generation, refuseNewer } from './generation.server'
import { createKeyedQueue } from './keyed-queue'
import { createRecent, type Recent } from './recent'
import type { DeskRecord, MessageRecord, Schema, TicketRecord, TicketSchema } from './schema'
import { runTransaction } from './tries.server'

export interface Settings {
  projectId: string
  /** Default: the project's default database. */
  databaseId?: string
  /** Without it, Application Default Credentials. */
  keyFile?: string
  /** host:port; an emulator needs no key. */
  emulatorHost?: string
  /** Default: this program's. */
  generation?: number
}

/**
 * Without pings a connection that has gone silent is never given up. Google's servers take one in 30
 * seconds and end connections that send more; none is sent while nothing waits for a response. Source:
 * github.com/googleapis/java-bigtable-hbase/pull/2682.
 */
const channel = {
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 5_000,
  // A client that replaces another one must not share its connection.
  'grpc.use_local_subchannel_pool': 1,
}

export interface Database {
  firestore: Firestore
  generation: number
  collection<Name extends keyof Schema>(name: Name): CollectionReference<Schema[Name]>
  document<Name extends keyof Schema>(
    name: Name,
    ...texts: string[]
  ): DocumentReference<Schema[Name]>
  within<Name extends keyof TicketSchema>(
    ticketId: string,
    name: Name,
  ): CollectionReference<TicketSchema[Name]>
  allMessages(): Query<MessageRecord>
  /** In one call; undefined for a missing document. */
  readAll<Stored>(
    references: DocumentReference<Stored>[],
    transaction?: Transaction,
  ): Promise<(Stored | undefined)[]>
  recent: { desks: Recent<DeskRecord>; tickets: Recent<TicketRecord> }
  /**
   * Retries when others changed what it read. `keys` name what it will change, e.g. `ticket ID`:
   * this process runs one of each name at a time, so that they do not make each other retry. Read
   * first. Throws NewerGeneration, and commits nothing, once a newer program has started on the data. A commit takes any number of writes, but 10 MiB and 270 seconds at most. Source:
   * firebase.google.com/docs/firestore/quotas.
   */
  transact<Result>(
    keys: string[],
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result>
}

/** Makes no request yet. */
export function openDatabase({
  projectId,
  databaseId,
  keyFile,
  emulatorHost,
  generation: own = generation,
}: Settings): Database {
  const firestore = new Firestore({
    projectId,
    ignoreUndefinedProperties: true,
    ...channel,
    ...(databaseId && { databaseId }),
    ...(keyFile && { keyFilename: keyFile }),
    ...(emulatorHost && { host: emulatorHost, ssl: false }),
  })
  const queued = createKeyedQueue()
  const recent: Database['recent'] = { desks: createRecent(), tickets: createRecent() }
  const collection = <Name extends keyof Schema>(name: Name) =>
    firestore.collection(name).withConverter(converter<Schema[Name]>())
  const document: Database['document'] = (name, ...texts) => collection(name).doc(idOf(...texts))
  const marked = { document, generation: own }
  return {
    firestore,
    ...marked,
    collection,
    within: <Name extends keyof TicketSchema>(ticketId: string, name: Name) =>
      collection('tickets')
        .doc(idOf(ticketId))
        .collection(name)
        .withConverter(converter<TicketSchema[Name]>()),
    allMessages: () =>
      firestore.collectionGroup('messages').withConverter(converter<MessageRecord>()),
    async readAll<Stored>(references: DocumentReference<Stored>[], transaction?: Transaction) {
      if (references.length === 0) return []
      const found = transaction
        ? await transaction.getAll(...references)
        : await firestore.getAll(...(references as DocumentReference[]))
      return found.map((each) => each.data() as Stored | undefined)
    },
    recent,
    async transact(keys, work) {
      try {
        return await queued(keys, () =>
          runTransaction(firestore, async (transaction) => {
            const [, result] = await Promise.all([
              refuseNewer(marked, transaction),
              work(transaction),
            ])
            return result
          }),
        )
      } finally {
        for (const key of keys) for (const each of Object.values(recent)) each.forget(key)
      }
    },
  }
}

/** Documents that are written or removed together where there are many. */
export const mostWrites = 500
