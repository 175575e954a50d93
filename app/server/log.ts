import pino, { type Logger } from 'pino'

/** JSON lines to standard output; JSON escapes what could break or forge a line. */
export function createLog(level: string): Logger {
  return pino({ level, base: undefined, timestamp: timeField }, output)
}

let millisecond = 0
let time = ''

/** Requests of the same millisecond share its text. */
function timeField(): string {
  const now = Date.now()
  if (now !== millisecond) time = `,"time":"${new Date(now).toISOString()}"`
  millisecond = now
  return time
}

/** Milliseconds whose lines are written together: a write takes longer than what it tells of. */
const together = 20

// By default it writes in another thread, which ends with the process.
const standardOutput = pino.destination({ dest: 1, sync: true })
let lines = ''

/** Pino's number for it, and for what is worse. */
const error = 50

const output = {
  // Pino then says the level of each line.
  [pino.symbols.needsMetadataGsym]: true,
  lastLevel: 0,
  write(line: string) {
    if (lines === '') setTimeout(writeLines, together).unref()
    lines += line
    // What ends the process without its exit must not take the reason with it.
    if (this.lastLevel >= error) writeLines()
  },
}

function writeLines() {
  const all = lines
  lines = ''
  if (all) standardOutput.write(all)
}

process.once('exit', writeLines)

/** Replaces unusual parts of a path, which may be somebody's secret or address. */
export function pathTemplate(path: string): string {
  if (/^\/(assets|browser)\//.test(path)) return path.replace(/^(\/\w+\/).*/, '$1*')
  const parts = path.split('/').slice(1, 7)
  return `/${parts.map((part) => (/^[a-z0-9._-]{0,20}$/.test(part) ? part : '*')).join('/')}`
}
