// What the pages of others sell: a card with a form each, as in our shop.
export const products = Array.from({ length: 12 }, (_, place) => ({
  id: `coffee-${place + 1}`,
  title: `House coffee no. ${place + 1}`,
  summary: 'Roasted on Tuesdays, ground as you like it, in bags of 250 grams.',
  cents: 790 + place * 10,
}))
