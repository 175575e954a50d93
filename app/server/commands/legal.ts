import { readLegalParts } from '~/domain/legal/legal-input'
import { missingIn } from '~/domain/legal/legal-store'
import { fileCommand } from './file-command'

const usage = `npm run legal -- import FILE      company, bank account and legal texts become what the file says
npm run --silent legal -- export > FILE   writes them as such a file; gaps are left out
`

export const runLegal = fileCommand({
  usage,
  written: async ({ legal }) => ({ sample: false, ...(await legal.written()).details }),
  async read(content) {
    const read = readLegalParts(content)
    return read.kind === 'sound' && read.sample
      ? { kind: 'unsound', problems: ['sample: must be false'] }
      : read
  },
  async take({ details }, { legal }) {
    await legal.change(() => ({ details }))
    const missing = missingIn(details)
    return [
      `${details.company?.name ?? 'No company'}: ${Object.keys(details.texts).join(', ') || 'no texts'}`,
      ...(missing.length > 0 ? [`Still missing: ${missing.join(', ')}`] : []),
    ].join('\n')
  },
})
