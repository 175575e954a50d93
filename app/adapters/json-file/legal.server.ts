import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Legal } from '../../domain/legal/legal'
import { type AddressOf, readLegal } from '../../domain/legal/legal-input'
import { languages } from '../../domain/text/languages'
import sample from './sample-legal.json'

/** Without a path the sample, marked as such. Throws with every problem. */
export function openLegal(file: string | undefined, addressOf: AddressOf): Legal {
  const legal = read(file, addressOf)
  const accepted = languages.map((language) => {
    const { terms, delivery, withdrawal } = legal.texts[language]
    return [terms, delivery, withdrawal]
  })
  const version = createHash('sha256').update(JSON.stringify(accepted)).digest('base64url')
  return { ...legal, version: version.slice(0, 16) }
}

function read(file: string | undefined, addressOf: AddressOf): Omit<Legal, 'version'> {
  const content = file === undefined ? sample : JSON.parse(readFileSync(file, 'utf8'))
  const found = readLegal(content, addressOf)
  if (found.kind === 'sound') return found.legal
  throw new Error(`${file ?? 'the sample'}:\n${found.problems.join('\n')}`)
}
