import { StoreNotOpened } from '../../domain/stores'
import { isIrregular } from '../disk/regular-files.server'

/** By the beginning of the code. Sources: errno(3); SQLite, Result and Error Codes. */
const sentences: [RegExp, (file: string) => string][] = [
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)/, (file) => `The disk of ${file} is full: make room on it first.`],
  [
    /^(EROFS|EACCES|EPERM|SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|SQLITE_AUTH)/,
    (file) =>
      `${file} cannot be written: its disk must not be read-only, and it must belong to the user who starts the program.`,
  ],
  [
    /^(ENOTDIR|EEXIST|EISDIR|ELOOP|ENAMETOOLONG|ENOENT)/,
    (file) =>
      `There cannot be data in ${file}: a file is where a folder should be, or the reverse.`,
  ],
  [
    /^SQLITE_NOTADB/,
    (file) =>
      `${file} is not a database. It is left as it is: restore a backup into an empty folder (npm run restore), or set another DATA_DIR.`,
  ],
  [
    /^SQLITE_CORRUPT/,
    (file) =>
      `${file} is damaged. Keep a copy of it, and restore the last backup into an empty folder (npm run restore).`,
  ],
  [
    /^(EIO|EMFILE|ENFILE|SQLITE_IOERR)/,
    (file) => `The disk of ${file} cannot be read or written: see whether it is full or broken.`,
  ],
  [/^SQLITE_(BUSY|LOCKED)/, (file) => `Another program holds ${file}: end it first.`],
]

/**
 * StoreNotOpened with a sentence for the operator, and the code, where the system or SQLite refused the
 * file or folder; any other error as it is.
 */
export function openingProblem(error: unknown, file: string): unknown {
  const { code: given, message } = error as NodeJS.ErrnoException
  // libsql 0.5 gives no code if it cannot open the file.
  const code = String(given || (/^ConnectionFailed/.test(message) ? 'SQLITE_CANTOPEN' : ''))
  const sentence = sentences.find(([codes]) => codes.test(code))?.[1](file)
  return sentence ? new StoreNotOpened(`${sentence} (${code})`, error) : error
}

/** Of the files that SQLite and migrations write beside a database. */
const besideDatabase = [
  '-wal',
  '-shm',
  '-journal',
  '.before-migration',
  '.before-migration.unfinished',
]

/** Throws StoreNotOpened for anything that is not a regular file: opening a FIFO would block the start for ever. */
export function refuseIrregular(database: string, others: readonly string[] = []): void {
  const all = [database, ...besideDatabase.map((end) => database + end), ...others]
  const file = all.find(isIrregular)
  if (!file) return
  throw new StoreNotOpened(
    `${file} is a folder, FIFO, socket or device, not a regular file: move it away, or set another DATA_DIR.`,
  )
}
