import { expect, onTestFinished, test } from 'vitest'
import { generation } from '../../../app/adapters/firestore/database/generation.server'
import { openMovable } from '../../../app/adapters/firestore/moving/moving.server'
import { openStores } from '../../../app/adapters/firestore/stores.server'
import { StoreNotOpened, StoreUnavailable } from '../../../app/domain/stores'
import { begin, exampleAccount, exampleDesk, exampleMessage } from '../../contracts/examples'
import { exampleMailbox } from '../../contracts/mailboxes'
import { newProject, onEmulator } from './places'

onEmulator(() => {
  /** A program of this generation, or of one so much later, on a project. */
  const start = async (project: ReturnType<typeof newProject>, later = 0) => {
    const stores = await openStores({ ...project, generation: generation + later })
    onTestFinished(() => stores.close())
    return stores
  }

  test('an older program commits nothing once a newer one has started beside it, and reads on', async () => {
    const project = newProject()
    const older = await start(project)
    await older.accounts.save(exampleAccount('ada'))
    const desk = await older.desks.ensure(exampleDesk('ada'))
    const { ticket, visitor } = await begin(older.tickets, desk.id, 'first')
    const newer = await start(project, 1)

    const writes = [
      () => older.tickets.append(visitor, exampleMessage('late'), () => ({})),
      () => older.desks.rename(desk.id, 'Late'),
      () => older.accounts.save(exampleAccount('late')),
      () => older.mailboxes.save(exampleMailbox),
      () => older.ready(),
    ]
    for (const write of writes) {
      const refusal = await write().catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(StoreUnavailable)
      expect(refusal).toMatchObject({ code: 'NEWER_GENERATION' })
    }
    expect(await newer.desks.findById(desk.id)).toEqual(desk)
    expect(await newer.accounts.find('late')).toBeUndefined()
    expect((await older.desks.findById(desk.id))?.name).toBe(desk.name)

    await newer.tickets.append(visitor, exampleMessage('second'), () => ({}))
    expect(await newer.tickets.messages(visitor, 0, 9)).toHaveLength(ticket.lastSeq + 1)
  })

  test('a downgrade is refused in a sentence, and so is a move out of newer data', async () => {
    const project = newProject()
    await start(project, 1)
    const sentence = `has data of generation ${generation + 1}, and this program writes ${generation}: start the newer version`
    for (const open of [openStores, openMovable]) {
      await expect(open(project)).rejects.toThrow(StoreNotOpened)
      await expect(open(project)).rejects.toThrow(sentence)
    }
  })

  test('an update starts on older data', async () => {
    const project = newProject()
    const older = await start(project)
    await older.accounts.save(exampleAccount('ada'))
    const newer = await start(project, 1)
    expect(await newer.accounts.find('ada')).toMatchObject({ uid: 'ada' })
  })
})
