import { describe, expect, it } from 'vitest'
import { pageWith, productsOnPage, shelfPart } from '~/domain/shop/shelf-pages'

const products = Array.from({ length: 2 * productsOnPage + 1 }, (_, index) => ({ id: `p${index}` }))

describe('A page of the shelf', () => {
  it.each([
    [null, 1],
    ['', 1],
    ['1', 1],
    ['2', 2],
    ['3', 3],
    ['4', 3],
    ['1e9', 3],
    ['-1', 1],
    ['0', 1],
    ['two', 1],
    ['Infinity', 3],
    ['2.9', 2],
  ])('%j is number %i', (asked, page) => {
    const part = shelfPart(products, asked)
    expect([part.page, part.pages]).toEqual([page, 3])
    expect(part.items[0]).toBe(products[(page - 1) * productsOnPage])
  })

  it('shows each product once', () => {
    expect([1, 2, 3].flatMap((page) => shelfPart(products, page).items)).toEqual(products)
    expect(shelfPart([], '2')).toEqual({ items: [], page: 1, pages: 1 })
  })

  it('is found by its product', () => {
    for (const { id } of products) {
      expect(shelfPart(products, pageWith(products, id)).items.map((each) => each.id)).toContain(id)
    }
    expect(pageWith(products, 'nothing')).toBe(1)
  })
})
