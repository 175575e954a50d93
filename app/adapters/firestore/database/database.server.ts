import {
  type CollectionReference,
  type DocumentReference,
  Firestore,
  type Query,
  type Transaction,
} from 'firebase-admin/firestore'
import { mostTries } from '../../../domain/stores'
import { converter, idOf } from './documents.server'
import { createRecent, type Recent } from './recent'
import type { DeskRecord, MessageRecord, Schema, TicketRecord, TicketSchema } from './schema'
import { createTurns } from './turns'

export interface Settings {
  projectId: string
  /** Another database of the project than its default one. */
  databaseId?: string
  /** The file with a service account's key; without it, what the machine says of itself. */
  keyFile?: string
  /** host:port of an emulator, which asks for no key. */
  emulatorHost?: string
}

/** Firestore as the stores use it. */
export interface Database {
  firestore: Firestore
  collection<Name extends keyof Schema>(name: Name): CollectionReference<Schema[Name]>
  /** The document that stands for these texts. */
  document<Name extends keyof Schema>(
    name: Name,
    ...texts: string[]
  ): DocumentReference<Schema[Name]>
  /** What lies within a ticket's document. */
  within<Name extends keyof TicketSchema>(
    ticketId: string,
    name: Name,
  ): CollectionReference<TicketSchema[Name]>
  /** The messages of all tickets. */
  allMessages(): Query<MessageRecord>
  /** Reads documents at once; undefined for one that is not there. */
  readAll<Stored>(
    places: DocumentReference<Stored>[],
    transaction?: Transaction,
  ): Promise<(Stored | undefined)[]>
  /** Desks and tickets that were read a moment ago, by the names that turns give them. */
  recent: { desks: Recent<DeskRecord>; tickets: Recent<TicketRecord> }
  /**
   * Carries out a transaction, again where others changed what it read. `turns` names what it is sure
   * to change, such as `ticket ID`: of those of this process that name the same, one goes on at a time,
   * so that they do not make each other begin again. Reads come first; at most 500 writes.
   */
  transact<Result>(
    turns: string[],
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result>
}

/** Opens the database; nothing is asked of it yet. */
export function openDatabase({ projectId, databaseId, keyFile, emulatorHost }: Settings): Database {
  const firestore = new Firestore({
    projectId,
    ignoreUndefinedProperties: true,
    ...(databaseId && { databaseId }),
    ...(keyFile && { keyFilename: keyFile }),
    ...(emulatorHost && { host: emulatorHost, ssl: false }),
  })
  const inTurn = createTurns()
  const recent: Database['recent'] = { desks: createRecent(), tickets: createRecent() }
  const collection = <Name extends keyof Schema>(name: Name) =>
    firestore.collection(name).withConverter(converter<Schema[Name]>())
  return {
    firestore,
    collection,
    document: (name, ...texts) => collection(name).doc(idOf(...texts)),
    within: <Name extends keyof TicketSchema>(ticketId: string, name: Name) =>
      collection('tickets')
        .doc(idOf(ticketId))
        .collection(name)
        .withConverter(converter<TicketSchema[Name]>()),
    allMessages: () =>
      firestore.collectionGroup('messages').withConverter(converter<MessageRecord>()),
    async readAll<Stored>(places: DocumentReference<Stored>[], transaction?: Transaction) {
      if (places.length === 0) return []
      const found = transaction
        ? await transaction.getAll(...places)
        : await firestore.getAll(...(places as DocumentReference[]))
      return found.map((each) => each.data() as Stored | undefined)
    },
    recent,
    async transact(turns, work) {
      try {
        return await inTurn(turns, () => firestore.runTransaction(work, { maxAttempts: mostTries }))
      } finally {
        for (const turn of turns) for (const each of Object.values(recent)) each.forget(turn)
      }
    },
  }
}

/** Writes in one commit at most. Source: firebase.google.com/docs/firestore/quotas. */
export const mostWrites = 500
