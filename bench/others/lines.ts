import { once } from 'node:events'
import { createRequire } from 'node:module'
import { monitor, openProgram, type TestServer } from '../test-server'
import { install } from './others'

/** Opens a stream of a conversation; `hear` gets what it brings. */
export type OpenStream = (
  server: TestServer,
  secret: string,
  hear: (text: string) => void,
) => Promise<{ destroy(): unknown }>

/** The bare durable server once more, with each of the libraries that most chats are built on. */
export async function otherLines(
  folder: string,
): Promise<{ name: string; start: () => Promise<TestServer>; open: OpenStream }[]> {
  const packages = await install('lines')
  if (!packages) return []
  const load = createRequire(`${packages}/package.json`)
  const start = (name: string) => () =>
    openProgram(['--import', monitor, 'bench/bare-events.mjs', folder, name, packages])
  const openWs: OpenStream = async ({ origin }, secret, hear) => {
    const socket = new (load('ws'))(`${origin.replace('http', 'ws')}/live?t=${secret}`)
    socket.on('message', (text: Buffer) => hear(text.toString()))
    await once(socket, 'open')
    return { destroy: () => socket.terminate() }
  }
  const openSocketIo: OpenStream = async ({ origin }, secret, hear) => {
    const options = { query: { t: secret }, transports: ['websocket'], forceNew: true }
    const socket = load('socket.io-client').io(origin, options)
    socket.on('message', hear)
    await new Promise((resolve) => socket.on('connect', resolve))
    return { destroy: () => socket.disconnect() }
  }
  return [
    { name: 'ws', start: start('ws'), open: openWs },
    { name: 'Socket.IO', start: start('socket.io'), open: openSocketIo },
  ]
}
