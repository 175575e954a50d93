import { spawnSync } from 'node:child_process'

/** Whether this machine has all of these programs. */
export function hasPrograms(...names: string[]): boolean {
  return names.every((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0)
}
