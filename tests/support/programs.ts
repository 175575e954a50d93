import { spawnSync } from 'node:child_process'

/** Whether this machine has all of these programs. */
export function hasPrograms(...names: string[]): boolean {
  return names.every((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0)
}

/** Browsers that write a page to their output as it reads, with the options that make them. */
export const dumpers: [program: string, options: string[]][] = [
  ['lynx', ['-dump', '-nolist', '-display_charset=utf-8']],
  ['w3m', ['-dump']],
  ['links2', ['-dump']],
  ['elinks', ['-dump', '-no-home']],
]
