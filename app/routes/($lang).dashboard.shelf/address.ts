export type Place =
  | { at: 'shelf'; page?: number }
  | { at: 'new' }
  | { at: 'product'; id: string }
  | { at: 'categories' }
  | { at: 'shipping' }

export function readPlace(query: URLSearchParams): Place {
  const id = query.get('product')
  if (id !== null) return { at: 'product', id }
  if (query.has('new')) return { at: 'new' }
  if (query.has('shipping')) return { at: 'shipping' }
  return query.has('categories') ? { at: 'categories' } : { at: 'shelf' }
}

export function shelfPlace(place: Place): string {
  const query = {
    shelf: place.at === 'shelf' && place.page && place.page > 1 ? `?page=${place.page}` : '',
    new: '?new',
    product: place.at === 'product' ? `?${new URLSearchParams({ product: place.id })}` : '',
    categories: '?categories',
    shipping: '?shipping',
  }[place.at]
  return `/dashboard/shelf${query}`
}
