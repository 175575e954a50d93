import { readFileSync } from 'node:fs'
import type { Config } from '~/config.server'
import type { Catalogue } from '~/domain/shop/catalogue'
import { readCatalogue } from '~/domain/shop/catalogue-input'
import { photoIdIn } from '~/domain/shop/product-photos'
import { createServices, type Services } from '~/services.server'

const usage = `npm run shelf -- import FILE      what the shop sells becomes what the file says
npm run --silent shelf -- export > FILE   writes it as such a file
`

/**
 * The command `shelf`, with or without a running server, whose kept pages may be ten seconds old.
 * Returns the exit code.
 */
export async function runShelf(
  config: Config,
  [command = '', file = '']: string[],
  print: (text: string) => void,
): Promise<number> {
  const services = await createServices(config)
  try {
    if (command === 'export') {
      const catalogue = await services.catalogue.read(new Date())
      print(`${JSON.stringify(catalogue, null, 2)}\n`)
      return 0
    }
    if (command === 'import' && file) return await importFile(services, file, print)
    print(usage)
    return 1
  } finally {
    await services.close()
  }
}

async function importFile(services: Services, file: string, print: (text: string) => void) {
  const read = readFile(file)
  const problems =
    read.kind === 'sound' ? await photoProblems(services, read.catalogue) : read.problems
  if (read.kind === 'unsound' || problems.length > 0) {
    print(
      `${file}:\n${problems.map((problem) => `  - ${problem}\n`).join('')}Nothing was changed.\n`,
    )
    return 1
  }
  const { catalogue } = read
  await services.catalogue.change(() => ({ catalogue }), new Date())
  print(`${catalogue.products.length} products\n`)
  return 0
}

function readFile(file: string): ReturnType<typeof readCatalogue> {
  try {
    return readCatalogue(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    return { kind: 'unsound', problems: [(error as Error).message] }
  }
}

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
