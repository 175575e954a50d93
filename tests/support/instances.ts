import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** The built program as a process of its own, one of several. */
export interface Instance {
  port: number
  process: ChildProcess
  /** The lines that it has logged. */
  logged: string[]
  /** Ends it without a word, as a power cut does. */
  kill(): Promise<void>
  /** Ends it politely. */
  stop(): Promise<void>
}

/** Starts the built program with nothing in its environment but this. Throws if it ends at once. */
export async function startInstance(environment: Record<string, string>): Promise<Instance> {
  const child = spawn(process.execPath, ['build/server/index.js'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  async function end(signal: 'SIGKILL' | 'SIGTERM') {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  const logged: string[] = []
  const port = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout)
      .on('line', (line) => {
        logged.push(line)
        const [, port] = /open at \S+ \(\S+:(\d+)\)/.exec(line) ?? []
        if (port) resolve(port)
      })
      .on('close', () => {
        reject(new Error('An instance ended before it was open; its messages are above.'))
      })
  })
  return {
    port: Number(port),
    process: child,
    logged,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
