// Runs the program of a package in this process, where the benchmark's monitor is, and says where it is
// open: `start.mjs <module> <arguments>`, with PORT for the port.
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

const [module = '', ...options] = process.argv.slice(2)
const port = await new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address()
    server.close(() => resolve(String(port)))
  })
})
const origin = `http://127.0.0.1:${port}`
process.env.HOST = '127.0.0.1'
process.env.PORT = port
process.argv = [process.argv[0], module, ...options.map((each) => (each === 'PORT' ? port : each))]
await import(pathToFileURL(module).href)
while (!(await fetch(origin).catch(() => undefined))?.ok) await wait(20)
process.stdout.write(`open at ${origin}\n`)
