import Link from 'next/link'
import { products } from '../../products.mjs'

const price = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' })

export function Shop() {
  return (
    <main>
      <h1>Shop</h1>
      <ul>
        {products.map(({ id, title, summary, cents }) => (
          <li key={id}>
            <h2>
              <Link href={`/?item=${id}`}>{title}</Link>
            </h2>
            <p>{summary}</p>
            <p>{price.format(cents / 100)}</p>
            <form method="post">
              <input type="hidden" name="product" value={id} />
              <button>Add to cart</button>
            </form>
          </li>
        ))}
      </ul>
    </main>
  )
}
