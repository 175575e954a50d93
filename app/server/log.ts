import pino, { type Logger } from 'pino'

/** JSON lines to standard output; JSON escapes what could break or forge a line. */
export function createLog(level: string): Logger {
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }
  // Synchronous: what kills the process must not take the reason with it.
  return pino(options, pino.destination({ dest: 1, sync: true }))
}

/** Replaces unusual parts of a path, which may be somebody's secret or address. */
export function pathTemplate(path: string): string {
  if (/^\/(assets|browser)\//.test(path)) return path.replace(/^(\/\w+\/).*/, '$1*')
  const parts = path.split('/').slice(1, 7)
  return `/${parts.map((part) => (/^[a-z0-9._-]{0,20}$/.test(part) ? part : '*')).join('/')}`
}
