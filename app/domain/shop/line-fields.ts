/** The field of a product's quantity; an id of 60 characters still makes a field's name. */
export function quantityField(productId: string): string {
  return `q-${productId}`
}

export function removing(productId: string): string {
  return `remove ${productId}`
}
