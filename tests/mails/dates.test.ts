import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as dates from '~/mails/dates'

const folder = 'app/mails'

/** Introduces a quote, whose words mail programs know with common blanks. */
const quoting = 'answer.ts'

test('Letters write their dates without a blank at which a line could end', () => {
  for (const [name, format] of Object.entries(dates)) {
    expect(format(new Date('2026-11-30T09:05:00Z'), 'de', 'Europe/Berlin'), name).not.toMatch(/ /)
  }
  const broken = readdirSync(folder).filter((file) => {
    const source = readFileSync(join(folder, file), 'utf8')
    const named = /import \{([^}]*)\} from '~\/i18n\/formats'/.exec(source)?.[1] ?? ''
    return named.split(/[\s,]+/).some((name) => Object.hasOwn(dates, name))
  })
  expect(broken).toEqual([quoting])
})
