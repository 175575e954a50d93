import { BackupError, backUp, type Config, restore } from '~/config'

const usage = `npm run backup -- FILE     writes all that is kept to a new archive, also while the server runs
npm run restore -- FILE    puts it into DATA_DIR, which must have no data yet
`

export async function runBackup(
  { dataDir, store }: Config,
  word: 'backup' | 'restore',
  [archive]: string[],
  print: (text: string) => void,
): Promise<number> {
  if (!archive) {
    print(usage)
    return 1
  }
  if (store.kind !== 'sqlite') {
    print(
      `With STORE=${store.kind} the service backs up what it keeps; docs/operating.md says how to make one archive. Nothing was changed.\n`,
    )
    return 1
  }
  try {
    await (word === 'backup' ? backUp : restore)({ folder: dataDir, archive })
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    print(`${error.message} Nothing was changed.\n`)
    return 1
  }
  print(word === 'backup' ? `All is in ${archive}.\n` : `${dataDir} is as it was in ${archive}.\n`)
  return 0
}
