/** `page` begins with 1. */
export function shelfAddress(page = 1): string {
  return page > 1 ? `/dashboard/shelf?page=${page}` : '/dashboard/shelf'
}

/** Without an id, that of a new product. */
export function productAddress(id?: string): string {
  const page = '/dashboard/shelf/product'
  return id === undefined ? page : `${page}?${new URLSearchParams({ product: id })}`
}

export const categoriesAddress = '/dashboard/shelf/categories'

export const shippingAddress = '/dashboard/shelf/shipping'
