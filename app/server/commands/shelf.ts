import type { Services } from '~/config'
import type { Catalogue } from '~/domain/shop/catalogue'
import { readCatalogue } from '~/domain/shop/catalogue-input'
import { photoIdIn } from '~/domain/shop/product-photos'
import { fileCommand } from './file-command'

const usage = `npm run shelf -- import FILE      what the shop sells becomes what the file says
npm run --silent shelf -- export > FILE   writes it as such a file
`

export const runShelf = fileCommand({
  usage,
  written: ({ catalogue }) => catalogue.readWritten(new Date()),
  async read(content, services) {
    const read = readCatalogue(content)
    const problems = read.kind === 'sound' ? await photoProblems(services, read.catalogue) : []
    return problems.length > 0 ? { kind: 'unsound', problems } : read
  },
  async take({ catalogue }, services) {
    await services.catalogue.change(() => ({ catalogue }), new Date())
    return `${catalogue.products.length} products`
  },
})

/** An export names photos that were added in the browser; another store does not have them. */
async function photoProblems({ catalogue }: Services, { products }: Catalogue): Promise<string[]> {
  const problems: string[] = []
  for (const { id, images } of products) {
    for (const photo of images.flatMap(({ file }) => photoIdIn(file) ?? [])) {
      if (await catalogue.findPhoto(photo, 'square')) continue
      problems.push(`${id}: its photo ${photo} is not in this store; add it in the browser`)
    }
  }
  return problems
}
