import { useCartChanges } from '~/components/shop/cart-changes'
import { isOnShelf } from '~/domain/shop/shelf'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { ShownCart } from './loader.server'

/** Leaves out what was added from the shelf: that is announced beside the product. */
export function CartNews({ cart }: { cart: ShownCart }) {
  const added = cart.lines.find(({ product }) => product.id === cart.said.in)?.product
  const deed = useDeed(cart)
  const done = added && isOnShelf(added) ? undefined : deed
  const changes = useCartChanges(cart)
  if (!done && changes.length === 0) return null
  return (
    <div className="news" role="status">
      {done && <p>{done}</p>}
      {changes.map((sentence) => (
        <p key={sentence} className="changed">
          {sentence}
        </p>
      ))}
    </div>
  )
}

/** Beside the product's button. */
export function AddedNews({ cart, id }: { cart: ShownCart; id: string }) {
  const done = useDeed(cart)
  if (cart.said.in !== id || !done) return null
  return (
    <p className="news" role="status">
      {done}
    </p>
  )
}

function useDeed({ said, lines, titles, lost }: ShownCart): string | undefined {
  const { t } = useTranslation()
  const language = useLanguage()
  const titleOf = (id: string | undefined) =>
    id === undefined ? undefined : titles[id]?.[language]
  const quantityOf = (id: string | undefined) => {
    return lines.find(({ product }) => product.id === id)?.quantity ?? 0
  }
  if (lost) return t('shop:cookies')
  const [added, before] = [titleOf(said.in), titleOf(said.for)]
  if (added && quantityOf(said.in) > 0) {
    return before ? t('shop:replaced', { title: added, before }) : t('shop:added', { title: added })
  }
  const changed = titleOf(said.now)
  if (changed && quantityOf(said.now) > 0) {
    return t('shop:changed', { title: changed, count: quantityOf(said.now) })
  }
  const removed = titleOf(said.out)
  return removed && quantityOf(said.out) === 0 ? t('shop:removed', { title: removed }) : undefined
}
