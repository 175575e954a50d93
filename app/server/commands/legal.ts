import { readLegal } from '~/domain/legal/legal-input'
import { fileCommand } from './file-command'

const usage = `npm run legal -- import FILE      company, bank account and legal texts become what the file says
npm run --silent legal -- export > FILE   writes them as such a file; gaps are left out
`

export const runLegal = fileCommand({
  usage,
  written: async ({ legal }) => ({ sample: false, ...(await legal.written()).details }),
  async read(content) {
    const read = readLegal(content)
    return read.kind === 'sound' && read.sample
      ? { kind: 'unsound', problems: ['sample: must be false'] }
      : read
  },
  async take({ details }, { legal }) {
    await legal.change(() => ({ details }))
    return `${details.company.name}: ${Object.keys(details.texts).join(', ')}`
  },
})
