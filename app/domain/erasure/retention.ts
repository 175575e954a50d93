import type { DeskStore } from '../desks/desks'
import type { FeedbackStore } from '../feedback/feedback'
import { eraseOldTickets } from './tickets'

type Ports = Parameters<typeof eraseOldTickets>[0] & { desks: DeskStore; feedback: FeedbackStore }

const pieceSize = 100

/** Hiding a ticket takes 1 to 2 ms of the processor, and a commit is one tick of the event loop. */
const hiddenAtOnce = 10

const day = 86_400_000

/** Hides tickets and feedback older than their desk keeps them; their rows are erased later. */
export async function eraseExpired(
  ports: Ports,
  clock: () => Date,
  goOn: () => Promise<boolean>,
): Promise<void> {
  let last = ''
  for (;;) {
    const desks = await ports.desks.listRetaining(last, pieceSize)
    for (const { id, retentionDays } of desks) {
      const before = new Date(clock().getTime() - retentionDays * day)
      await inPieces(goOn, pieceSize, (limit) =>
        ports.feedback.eraseOlder(id, before, limit, clock()),
      )
      await inPieces(
        goOn,
        hiddenAtOnce,
        async (limit) => (await eraseOldTickets(ports, id, before, limit, clock())).length,
      )
    }
    last = desks.at(-1)?.id ?? ''
    if (desks.length < pieceSize) break
  }
}

/** Takes steps of at most `limit` until one has less to do. */
export async function inPieces(
  goOn: () => Promise<boolean>,
  limit: number,
  step: (limit: number) => Promise<number>,
): Promise<void> {
  let done = limit
  while (done >= limit && (await goOn())) done = await step(limit)
}
