import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The keys by which a person at w3m does things; it reads them one by one, however early they come. */
export const keys = {
  /** Looks for a word and presses the link or button that it is in. */
  press: (word: string) => `/${word}\n\n`,
  /** Looks for a label and types into the field after it. */
  fill: (label: string, text: string) => `/${label}\n\t\n${text}\n`,
  /** Leaves without a question. */
  leave: 'Q',
}

/** Opens the address, types all of this, and answers the last page as it reads, in one line. */
export async function throughW3m(folder: string, address: string, typed: string[]) {
  const file = join(folder, 'page.txt')
  // Over an older page it would ask first.
  rmSync(file, { force: true })
  const w3m = spawn(
    'script',
    ['-qec', `stty rows 60 cols 100; w3m -cookie '${address}'`, join(folder, 'typescript')],
    {
      env: { ...process.env, HOME: folder, TERM: 'vt100', LANG: 'C.UTF-8' },
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: 100_000,
    },
  )
  // The end of what is typed would close the terminal: it stays open until w3m has left.
  w3m.stdin.write([...typed, `S${file}\n`, keys.leave].join(''))
  await once(w3m, 'exit')
  return readFileSync(file, 'utf8').replace(/\s+/g, ' ')
}
