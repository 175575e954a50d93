import { Form, Link, useLoaderData } from '@remix-run/react'
import { products } from '../../../products.mjs'

const price = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' })

export const meta = () => [{ title: 'Shop' }]

export const loader = () => ({ products })

export default function Shop() {
  const { products } = useLoaderData()
  return (
    <main>
      <h1>Shop</h1>
      <ul>
        {products.map(({ id, title, summary, cents }) => (
          <li key={id}>
            <h2>
              <Link to={`/?item=${id}`}>{title}</Link>
            </h2>
            <p>{summary}</p>
            <p>{price.format(cents / 100)}</p>
            <Form method="post">
              <input type="hidden" name="product" value={id} />
              <button>Add to cart</button>
            </Form>
          </li>
        ))}
      </ul>
    </main>
  )
}
