import { promises as dns } from 'node:dns'
import type { Config } from '~/config'
import { checkMail, type Records } from '../mail-in/check'

const marks = { good: '  good     ', missing: '  missing  ', note: '  note     ' }

/**
 * `mail check [SELECTOR]`: prints what is set up for e-mails and what is missing, with the DNS records to
 * set. Resolves with the exit code: 1 where something is missing.
 */
export async function runMailCheck(
  config: Pick<Config, 'publicOrigin' | 'mail' | 'mailIn'>,
  [selector]: string[],
  print: (text: string) => void,
  records: Records = new dns.Resolver({ timeout: 5_000, tries: 2 }),
  now = new Date(),
): Promise<number> {
  const findings = await checkMail(config, records, selector, now)
  for (const { kind, sentence, record } of findings) {
    print(`${marks[kind]}${sentence}\n${record ? `             ${record}\n` : ''}`)
  }
  const count = findings.filter(({ kind }) => kind === 'missing').length
  print(count === 0 ? '\nNothing is missing.\n' : `\nMissing: ${count}.\n`)
  return count === 0 ? 0 : 1
}
