import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What is typed, a text or the name of a key. */
export type Typed = string | { key: '^J' | '^U' | 'Up Arrow' | 'Down Arrow' }

export const enter: Typed = { key: '^J' }

/** A person at a text browser, who keeps its cookies in this folder. */
export function openLynx(folder: string) {
  const file = (name: string) => join(folder, name)
  const cookies = file('cookies')
  // Nobody has to read its messages, for which it would stop for a second each.
  const waits = ['INFOSECS', 'MESSAGESECS', 'ALERTSECS', 'DELAYSECS', 'REPLAYSECS']
  const settings = [
    'ACCEPT_ALL_COOKIES:TRUE',
    'PERSISTENT_COOKIES:TRUE',
    `COOKIE_FILE:${cookies}`,
    `COOKIE_SAVE_FILE:${cookies}`,
    // A field where a page begins takes no key, such as that which leaves, before it is activated.
    'TEXTFIELDS_NEED_ACTIVATION:TRUE',
    ...waits.map((wait) => `${wait}:0`),
  ]
  writeFileSync(file('lynx.cfg'), `${settings.join('\n')}\n`)
  const options = { env: { ...process.env, HOME: folder, TERM: 'vt100' }, timeout: 100_000 }

  return {
    /** Opens the address, types and leaves. */
    async type(address: string, typed: Typed[]): Promise<void> {
      const keys = [...typed, 'qy'].flatMap((each) =>
        typeof each === 'string'
          ? [...each].map((sign) => (sign === ' ' ? '<space>' : sign))
          : [each.key],
      )
      writeFileSync(file('keys'), keys.map((key) => `key ${key}\n`).join(''))
      const lynx = `lynx -cfg=${file('lynx.cfg')} -cmd_script=${file('keys')} '${address}'`
      const command = `stty rows 60 cols 100; ${lynx}`
      const running = run('script', ['-qec', command, file('typescript')], options)
      running.child.stdin?.end()
      await running
    },
    /** The page as it reads, in one line. */
    async read(address: string): Promise<string> {
      const dump = [
        '-dump',
        '-nolist',
        '-display_charset=utf-8',
        `-cfg=${file('lynx.cfg')}`,
        address,
      ]
      const { stdout } = await run('lynx', dump, options)
      return stdout.replace(/\s+/g, ' ')
    },
  }
}
