import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { pathTemplate } from '~/server/log'

it('every line is written when the process is killed right after it', () => {
  const program = `
    import { createLog } from './app/server/log.ts'
    const log = createLog('info')
    log.info('first')
    log.error('second')
    process.kill(process.pid, 'SIGKILL')`
  const argv = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const { stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' })
  expect(stdout, stderr).not.toBe('')
  const lines = stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['first', 'second'])
})

describe('a path in the log', () => {
  it.each([
    ['/', '/'],
    ['/de/dashboard/tickets', '/de/dashboard/tickets'],
    ['/index-sitemap.xml', '/index-sitemap.xml'],
    ['/assets/root-B3x.js', '/assets/*'],
    ['/browser/chat-1ec573975c.js', '/browser/*'],
    ['/c/dGhpcyBpcyBhIHNlY3JldA', '/c/*'],
    ['/01jd0q3w9v8k7h6g5f4d3s2a1z', '/*'],
    ['/anna@example.com', '/*'],
    ['/a%0d%0aforged', '/*'],
    ['/a/b/c/d/e/f/g/h', '/a/b/c/d/e/f'],
    ['*', '/'],
  ])('%s is written as %s', (path, template) => {
    expect(pathTemplate(path)).toBe(template)
  })
})
