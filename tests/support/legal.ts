import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLegalFile } from '../../app/adapters/json-file/legal.server'
import sample from '../../app/adapters/json-file/sample-legal.json'
import type { Legal, LegalDetails } from '../../app/domain/legal/legal'
import { storedDetails } from '../../app/domain/legal/legal-input'
import { showLegal } from '../../app/domain/legal/legal-store'
import type { AddressOf } from '../../app/domain/legal/placeholders'

/** The data and texts of a business that is not the sample. */
export const legal = {
  ...sample,
  sample: false,
  company: {
    name: 'Café Morgenrot e. K.',
    street: 'Lindenallee 7',
    postcode: '10405',
    city: 'Berlin',
    country: 'DE',
    representatives: ['Mara Morgenrot'],
    email: 'mara@morgenrot.test',
    phone: '+49 30 23125 777',
    register: { court: 'Amtsgericht Charlottenburg', number: 'HRA 4711' },
    vatId: 'DE136695976',
  },
  bank: { holder: 'Mara Morgenrot', iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX' },
}

/** The same as stores keep them. */
export const details: LegalDetails = storedDetails(legal)

/** As it is shown with a file, or with the sample alone. */
export function legalOf(file: string | undefined, addressOf: AddressOf): Legal {
  const { details, sample } = openLegalFile(file)
  return { ...showLegal(details, sample, addressOf), version: 'v1' }
}

/** Writes them into the folder; answers the file's path. */
export function legalFile(folder: string): string {
  const file = join(folder, 'legal.json')
  writeFileSync(file, JSON.stringify(legal))
  return file
}
