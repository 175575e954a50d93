import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sample from '../../app/adapters/json-file/sample-legal.json'

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

/** Writes them into the folder; answers the file's path. */
export function legalFile(folder: string): string {
  const file = join(folder, 'legal.json')
  writeFileSync(file, JSON.stringify(legal))
  return file
}
