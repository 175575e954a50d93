// Opens a shop as README says: `npm start` prints a link, and the account that it makes has the shop.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const program = spawn('npm', ['start'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  detached: true,
  env: { ...process.env, PORT: '0', DATA_DIR: 'first-start' },
})
const timeout = setTimeout(() => process.kill(-program.pid, 'SIGKILL'), 60_000)
let link
for await (const line of createInterface({ input: program.stdout })) {
  console.log(line)
  link = /^Set up this shop: (.*)$/.exec(line)?.[1]
  if (link) break
}
const { origin } = new URL(link)
const signedUp = await fetch(link, {
  method: 'POST',
  redirect: 'manual',
  headers: { Origin: origin },
  body: new URLSearchParams({ email: 'mara@example.com', password: 'kettle-on-the-stove' }),
})
const cookie = signedUp.headers
  .getSetCookie()
  .map((each) => each.split(';')[0])
  .join('; ')
const shelf = await fetch(`${origin}/dashboard/shelf`, { headers: { Cookie: cookie } })
console.log(`npm start: the link answers ${signedUp.status}, the shop's shelf ${shelf.status}`)
const ended = once(program, 'exit')
process.kill(-program.pid, 'SIGTERM')
await ended
clearTimeout(timeout)
process.exit(signedUp.status === 303 && shelf.status === 200 ? 0 : 1)
