export type View =
  | { at: 'shelf'; page?: number }
  | { at: 'new' }
  | { at: 'product'; id: string }
  | { at: 'categories' }
  | { at: 'shipping' }

export function readView(query: URLSearchParams): View {
  const id = query.get('product')
  if (id !== null) return { at: 'product', id }
  if (query.has('new')) return { at: 'new' }
  if (query.has('shipping')) return { at: 'shipping' }
  return query.has('categories') ? { at: 'categories' } : { at: 'shelf' }
}

export function shelfAddress(view: View): string {
  const query = {
    shelf: view.at === 'shelf' && view.page && view.page > 1 ? `?page=${view.page}` : '',
    new: '?new',
    product: view.at === 'product' ? `?${new URLSearchParams({ product: view.id })}` : '',
    categories: '?categories',
    shipping: '?shipping',
  }[view.at]
  return `/dashboard/shelf${query}`
}
