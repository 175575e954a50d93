import { existsSync, readFileSync } from 'node:fs'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { ConfigError, openStores, readConfig } from '~/config'
import { findSiteDesk } from '~/domain/desks/site-desk'
import { deskAddress } from '~/http/links/mail-addresses.server'
import { runMailCheck } from '~/server/commands/mail-check'
import { mailInOfDemo } from './mail-in'

/** `npm run mail -- check [SELECTOR]` */
function check(words: string[]): Promise<number> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(process.env, 'development')
  return runMailCheck(config, words, (text) => process.stdout.write(text))
}

/**
 * `npm run mail -- FILE.eml [ADDRESS]` hands a raw e-mail to the server that `npm run dev` has started,
 * for the demo desk or another address of it.
 */
async function handOver(file: string | undefined, address: string | undefined): Promise<string> {
  if (!file) throw new ConfigError(['npm run mail -- FILE.eml [ADDRESS]'])
  if (!existsSync(file)) throw new ConfigError([`There is no file ${file}`])
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig({ ...process.env, ...mailInOfDemo(process.env) }, 'development')
  const door = config.mailIn?.smtp
  const { domain } = config.mailIn ?? {}
  if (!domain || !door) throw new ConfigError(['MAIL_IN: has no smtp://HOST:PORT'])
  const stores = await openStores(config)
  const desk = await findSiteDesk(stores).finally(() => stores.close())
  if (!desk) throw new ConfigError(['There is no desk yet: npm run dev makes it'])
  const to = address ?? deskAddress(desk.publicKey, domain)
  const connection = new SMTPConnection({ host: door.host, port: door.port, ignoreTLS: true })
  const raw = readFileSync(file)
  return new Promise((resolve, reject) => {
    connection.on('error', reject)
    connection.connect(() => {
      connection.send({ from: 'guest@guest.example', to: [to] }, raw, (error, info) => {
        connection.close()
        if (error) reject(error)
        else resolve(`${info.response}: ${to}`)
      })
    })
  })
}

const [word, ...words] = process.argv.slice(2)
const running = word === 'check' ? check(words) : handOver(word, words[0])
running.then(
  (result) => {
    if (typeof result === 'number') process.exit(result)
    console.log(result)
  },
  (error: Error) => {
    console.error(error.message)
    process.exit(1)
  },
)
