import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  CatalogueError,
  createCatalogueFile,
} from '../../../app/adapters/json-file/catalogue.server'
import sample from '../../../app/adapters/json-file/sample-catalogue.json'

const noon = new Date('2026-11-21T12:00:00Z')
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000)

describe('The catalogue in a file', () => {
  let folder: string
  let file: string
  let reported: string[][]
  let changes = 0
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tresen-catalogue-'))
    file = join(folder, 'catalogue.json')
    reported = []
  })
  afterEach(() => rm(folder, { recursive: true }))

  /** Writes the file with a time of change of its own, as a later edit has. */
  async function write(content: unknown) {
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
    changes += 1
    await utimes(file, noon, new Date(noon.getTime() + changes * 1_000))
  }

  const open = () => createCatalogueFile({ file, report: (problems) => reported.push(problems) })

  function refusal(): string[] {
    try {
      open()
    } catch (error) {
      if (error instanceof CatalogueError) return error.problems
      throw error
    }
    return []
  }

  test('is the sample where no file is named, in both languages', () => {
    const { products } = createCatalogueFile({ report() {} }).read(noon)
    expect(products.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['plan', 'addon', 'good', 'service']),
    )
    for (const { title, description } of products) {
      expect(title.en && title.de && description.en && description.de).toBeTruthy()
    }
  })

  test('is refused with every problem at once', async () => {
    const [bell, ...others] = structuredClone(sample.products)
    const broken = {
      ...bell,
      price: 12.5,
      category: 'nowhere',
      title: { en: ' ' },
      colour: 'red',
    }
    await write({ ...sample, products: [broken, ...others] })
    expect(refusal()).toEqual([
      'products.0.title: is empty in every language',
      'products.0.price: must be whole cents',
      expect.stringContaining('colour'),
    ])
    await write({
      ...sample,
      smallBusiness: true,
      products: [{ ...bell, category: 'nowhere' }, bell],
    })
    expect(refusal()).toEqual([
      'products.0.category: there is no category nowhere',
      'products.0.vatRate: must be 0: a small business charges no VAT',
      'products.1.id: there are two products with the id counter-bell',
      'products.1.vatRate: must be 0: a small business charges no VAT',
    ])
    await write('{')
    expect(refusal()).toHaveLength(1)
    await rm(file)
    expect(refusal()).toEqual([expect.stringContaining('ENOENT')])
  })

  test('is read again when it has changed, and stays as it was while the change is invalid', async () => {
    await write(sample)
    const source = open()
    const dearer = structuredClone(sample)
    if (dearer.products[0]) dearer.products[0].price = 9_900
    await write(dearer)
    expect(source.read(later(1)).products[0]?.price).toBe(9_900)
    await write({ ...dearer, products: [] })
    expect(source.read(later(4)).products[0]?.price).toBe(9_900)
    expect(source.read(later(8)).products[0]?.price).toBe(9_900)
    expect(reported).toEqual([['products: a shop needs a product']])
    await write(sample)
    expect(source.read(later(12)).products[0]?.price).toBe(3_490)
  })
})
