import { spawnSync } from 'node:child_process'

/**
 * The files below a folder that hold one of these texts. Another process reads them: when this one closes
 * a file of a database that it has open, it loses all its locks on it (sqlite.org/howtocorrupt.html, 2.2).
 */
export function filesWith(folder: string, ...texts: string[]): string[] {
  const given = texts.flatMap((text) => ['-e', text])
  const { status, stdout, stderr } = spawnSync('grep', ['-rlaF', ...given, folder], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  if (status === 0) return stdout.trim().split('\n')
  // A file that went away meanwhile has no text.
  if (status === 1 || /No such file/.test(stderr)) return stdout.split('\n').filter(Boolean)
  throw new Error(stderr)
}
