import { outdate, refresh } from './page/refresh'
import { sortAtOnce } from './page/sorting'
import { startPage } from './page/start'

/** The cart beside the shelf or a product: a changed quantity is saved as it is left. Without it, buttons do that. */
const quantities = '.receipt [type=number]'

addEventListener('input', ({ target }) => {
  if ((target as Element).matches(quantities)) outdate()
})

addEventListener('change', ({ target }) => {
  if (!(target as Element).matches(quantities)) return
  refresh('.receipt form', 'change', ['.receipt', '.cart-bar']).then(say, () => {})
})

function say() {
  const [told, news] = ['#told', '.receipt .news'].map((each) => document.querySelector(each))
  if (told) told.textContent = news?.textContent ?? ''
}

sortAtOnce()
startPage()
