import { expect, test } from 'vitest'
import sample from '~/adapters/json-file/sample-catalogue.json'
import type { Product } from '~/domain/shop/catalogue'
import { productsOnHome } from '~/domain/shop/shelf'

const goods = (sample.products as unknown as Product[]).filter(({ kind }) => kind === 'good')
const samples = new Set(goods.map(({ id }) => id))
const own = ['a', 'b', 'c', 'd'].map((id) => ({ ...goods[0], id, featured: false }) as Product)

const shown = (products: Product[]) => productsOnHome({ products }, samples).map(({ id }) => id)

test('the home page shows samples only while there is nothing else', () => {
  expect(shown(goods)).toEqual(goods.filter(({ featured }) => featured).map(({ id }) => id))
  expect(shown([...goods, ...own])).toEqual(['a', 'b', 'c'])
})

test('the home page shows what is marked, where anything is', () => {
  const marked = own.map((product) => ({ ...product, featured: product.id === 'd' }))
  expect(shown([...goods, ...marked])).toEqual(['d'])
})
