import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A program of ours that runs beside this one. */
export interface AppProcess {
  /** Resolves with the exit code, or 1 when a signal ended it. */
  ended: Promise<number>
  /** Asks it to end, and makes it after `timeoutMs` milliseconds. */
  stop(timeoutMs?: number): Promise<void>
}

/**
 * Runs a script with this Node. Started directly and not through npx: ending npx leaves the program
 * behind it running.
 */
export function startProcess(args: string[], environment: NodeJS.ProcessEnv): AppProcess {
  const child = spawn(process.execPath, args, { env: environment, stdio: 'inherit' })
  return {
    ended: once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : 1)),
    stop: (timeoutMs = 5_000) => stop(child, timeoutMs),
  }
}

async function stop(child: ChildProcess, timeoutMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  await exit
  clearTimeout(timer)
}

/** Waits until the address answers without a server error. Throws after `timeoutMs` milliseconds. */
export async function waitUntilReady(address: string, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  let last = 'nothing'
  while (Date.now() < deadline) {
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
      if (response.status < 500) return
      last = `status ${response.status}`
    } catch (error) {
      last = String(error instanceof Error ? (error.cause ?? error) : error)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`${address} did not get ready within ${timeoutMs / 1000} s (${last})`)
}

/** A server at this port of 127.0.0.1, or at one that the system chooses where another listens there. */
export async function listen(wanted = 0): Promise<Server> {
  const server = createServer().listen(wanted, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (wanted === 0) throw error
    return listen()
  }
  return server
}

/** That of the auth emulator, unless another listens there. */
export const emulatorPort = 9099

export const portOf = (server: Server): number => (server.address() as AddressInfo).port

/**
 * This port of 127.0.0.1 if nobody listens there, else one that the system chooses. By default a port below those
 * that systems give to connections, which could take it before the program that it is for.
 */
export async function freePort(wanted = randomInt(20_000, 30_000)): Promise<number> {
  const server = await listen(wanted)
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  return port
}
